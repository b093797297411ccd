import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SitemapSite {
  origin: string;
  hostAndPort: string;
  indexUrl: string;
  close(): Promise<void>;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const WORDS = ['fractal', 'plasma', 'gradient', 'wave', 'chart', 'spiral', 'glider', 'noise', 'ring', 'grid'];

/** A site on loopback that has nothing but sitemaps: an index, and files with `perFile` addresses each. */
export async function startSitemapSite(files: number, perFile: number): Promise<SitemapSite> {
  const pages = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '');
    response.writeHead(page ? 200 : 404, { 'content-type': 'application/xml' }).end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${hostAndPort}`;
  const names = Array.from({ length: files }, (_, file) => `/sitemaps/${file}.xml`);
  for (const [file, name] of names.entries()) pages.set(name, Buffer.from(listOf(origin, file, perFile)));
  pages.set('/sitemap.xml', Buffer.from(indexOf(origin, names)));
  return {
    origin,
    hostAndPort,
    indexUrl: `${origin}/sitemap.xml`,
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
