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
  /** The body in the best coding that the request accepts; packed once. */
  encoded(acceptEncoding: string): Promise<{ encoding?: string; body: Buffer }>;
}

export interface PageSource {
  status: number;
  location?: string | undefined;
  html: string;
  policy: string;
}

/**
 * Long enough to break a stampede, and so short that with the second that shared caches may keep a page, a
 * takedown is gone from every page within two.
 */
const LIFE_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Pages for a moment, by origin and address; whoever asks while one is being rendered waits for that one. */
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

/** Whether an Accept-Encoding header (RFC 9110 section 12.5.3) names a coding with a quality above 0. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
