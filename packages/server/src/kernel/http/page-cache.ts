import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface RenderedPage {
  status: number;
  /** Where a redirect leads. */
  location?: string | undefined;
  policy: string;
  etag: string;
  /** The body in the best encoding that the request accepts; encoded once. */
  encoded(acceptEncoding: string): Promise<{ encoding?: string; body: Buffer }>;
}

export interface PageSource {
  status: number;
  location?: string | undefined;
  html: string;
  policy: string;
}

/**
 * Long enough to break a stampede; short enough that, with the second for shared caches, a takedown reaches every page
 * within two.
 */
const LIFE_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Caches pages for a moment, by origin and address; concurrent requests wait for the same rendering. */
export function createPageCache(now: () => number = () => performance.now()) {
  const pages = new LRUCache<string, RenderedPage & { sizeBytes: number }>({
    maxSize: MAX_BYTES,
    sizeCalculation: (page) => page.sizeBytes,
    ttl: LIFE_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const rendering = new Map<string, Promise<RenderedPage>>();

  async function render(key: string, source: () => Promise<PageSource>): Promise<RenderedPage> {
    const page = prepare(await source());
    pages.set(key, page);
    return page;
  }

  return {
    get(key: string, source: () => Promise<PageSource>): Promise<RenderedPage> {
      const cached = pages.get(key);
      if (cached) return Promise.resolve(cached);
      const waiting = rendering.get(key);
      if (waiting) return waiting;
      const rendered = render(key, source).finally(() => rendering.delete(key));
      rendering.set(key, rendered);
      return rendered;
    },
  };
}

function prepare({ status, location, html, policy }: PageSource): RenderedPage & { sizeBytes: number } {
  const plain = Buffer.from(html);
  const etag = `"${createHash('sha256').update(plain).update(policy).digest('base64url').slice(0, 22)}"`;
  const packed = new Map<string, Promise<Buffer>>();
  const pack = (encoding: 'br' | 'gzip') => {
    const body = packed.get(encoding) ?? compress(encoding, plain);
    packed.set(encoding, body);
    return body;
  };
  return {
    status,
    location,
    policy,
    etag,
    sizeBytes: plain.length * 2 + 1000,
    async encoded(acceptEncoding) {
      for (const encoding of ['br', 'gzip'] as const) {
        if (accepts(acceptEncoding, encoding)) return { encoding, body: await pack(encoding) };
      }
      return { body: plain };
    },
  };
}

function compress(encoding: 'br' | 'gzip', plain: Buffer): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(plain, { level: 5 });
  return compressBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
}

/** Whether an Accept-Encoding header (RFC 9110 section 12.5.3) accepts an encoding with a quality above 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
