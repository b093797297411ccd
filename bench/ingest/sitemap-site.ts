import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SitemapSite {
  origin: string;
  hostAndPort: string;
  indexUrl: string;
  addressesOf(file: number): string[];
  /** Asked for so far, with robots.txt. */
  requests(): number;
  /** The pauses that its bad answers ask for. */
  pausesMs(by: { backOffMs: number; tooSlowMs: number }): number;
  close(): Promise<void>;
}

const SPOILERS = ['error', 'pause', 'cut', 'slow'] as const;
const RETRY_AFTER_SECONDS = 2;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const WORDS = ['fractal', 'plasma', 'gradient', 'wave', 'chart', 'spiral', 'glider', 'noise', 'ring', 'grid'];

/**
 * A site on loopback that has nothing but sitemaps: an index, and files with `perFile` addresses each. Of so many files
 * one answers badly the first time.
 */
export async function startSitemapSite(
  files: number,
  perFile: number,
  { spoilsEvery }: { spoilsEvery?: number } = {},
): Promise<SitemapSite> {
  const pages = new Map<string, Buffer>();
  const spoiled = new Map<string, (typeof SPOILERS)[number]>();
  const met: (typeof SPOILERS)[number][] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const url = request.url ?? '';
    const page = pages.get(url);
    const spoiler = spoiled.get(url);
    spoiled.delete(url);
    if (spoiler) met.push(spoiler);
    if (spoiler === 'slow') return;
    if (spoiler === 'error') response.writeHead(500).end();
    else if (spoiler === 'pause') response.writeHead(429, { 'retry-after': `${RETRY_AFTER_SECONDS}` }).end();
    else if (spoiler === 'cut' && page) {
      response.writeHead(200, { 'content-length': page.length });
      response.write(page.subarray(0, page.length / 2), () => response.destroy());
    } else response.writeHead(page ? 200 : 404, { 'content-type': 'application/xml' }).end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${hostAndPort}`;
  const names = Array.from({ length: files }, (_, file) => `/sitemaps/${file}.xml`);
  for (const [file, name] of names.entries()) {
    pages.set(name, Buffer.from(listOf(origin, file, perFile)));
    const nth = spoilsEvery && file % spoilsEvery === 7 ? Math.floor(file / spoilsEvery) : undefined;
    const spoiler = nth === undefined ? undefined : SPOILERS[nth % SPOILERS.length];
    if (spoiler) spoiled.set(name, spoiler);
  }
  pages.set('/sitemap.xml', Buffer.from(indexOf(origin, names)));
  return {
    origin,
    hostAndPort,
    indexUrl: `${origin}/sitemap.xml`,
    addressesOf: (file) => Array.from({ length: perFile }, (_, n) => addressOf(origin, file * perFile + n)),
    requests: () => requests,
    pausesMs: ({ backOffMs, tooSlowMs }) => {
      // One that is too slow is waited for, and then pauses its host like an error.
      const each = {
        error: backOffMs,
        pause: RETRY_AFTER_SECONDS * 1000,
        cut: 0,
        slow: backOffMs + tooSlowMs,
      };
      return met.reduce((sum, spoiler) => sum + each[spoiler], 0);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The nth address of the site. Its id looks random, as those of real sites do, and so falls anywhere in an index. */
export function addressOf(origin: string, n: number): string {
  const id = (Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0');
  const word = (shift: number) => WORDS[Math.floor(n / shift) % WORDS.length];
  return `${origin}/watch/${id}/${word(1)}-${word(10)}-${word(100)}`;
}

function listOf(origin: string, file: number, perFile: number): string {
  const entries = Array.from({ length: perFile }, (_, n) => {
    return `<url><loc>${addressOf(origin, file * perFile + n)}</loc><lastmod>2026-11-01</lastmod><changefreq>weekly</changefreq><priority>0.5</priority></url>\n`;
  });
  return `${HEAD}<urlset ${NAMESPACE}>\n${entries.join('')}</urlset>\n`;
}

function indexOf(origin: string, names: readonly string[]): string {
  const entries = names.map((name) => `<sitemap><loc>${origin}${name}</loc></sitemap>\n`);
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`;
}
