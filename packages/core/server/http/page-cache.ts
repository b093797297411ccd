import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { etagOf } from './preconditions.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface RenderedPage {
  status: number;
  location?: string | undefined;
  policy: string;
  etag(): string;
  plain: Buffer;
  sizeBytes: number;
  /** In the best encoding accepted; encoded once. */
  encoded(acceptEncoding: string): Promise<{ encoding?: string; body: Buffer }>;
}

export interface PageSource {
  status: number;
  location?: string | undefined;
  body: string;
  policy: string;
  /** An existing page at our own host; others get little room. */
  isWanted: boolean;
  /** False if only concurrent requests may share it. */
  isKept: boolean;
}

/** From the start of rendering. A takedown must reach every page within two seconds, a shared cache's second included. */
const LIFE_MS = 1000;
/** What a busy process renders in a second. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Compression levels, for brotli and gzip: first request, later ones. */
const QUICK = 1;
const GOOD = 5;
/** For made-up addresses and hosts, whose number is unlimited. */
const MAX_UNWANTED_BYTES = 4 * 1024 * 1024;

interface PageCacheOptions {
  now?: () => number;
  onAsked?: ((result: 'hit' | 'miss') => void) | undefined;
  maxBytes?: number;
}

/** By site and address; concurrent requests wait for the same rendering. */
export function createPageCache({
  now = () => performance.now(),
  onAsked = () => {},
  maxBytes = MAX_BYTES,
}: PageCacheOptions = {}) {
  const createSpace = (maxSize: number) =>
    new LRUCache<string, RenderedPage>({
      maxSize,
      sizeCalculation: (page) => page.sizeBytes,
      ttl: LIFE_MS,
      ttlResolution: 0,
      perf: { now },
    });
  const wanted = createSpace(maxBytes);
  const unwanted = createSpace(MAX_UNWANTED_BYTES);
  const rendering = new Map<string, { start: number; page: Promise<RenderedPage> }>();
  let purging: NodeJS.Timeout | undefined;
  let clearings = 0;

  /** Otherwise a quiet site keeps expired pages for good. */
  function purgeLater(): void {
    if (purging) return;
    purging = setTimeout(() => {
      purging = undefined;
      for (const space of [wanted, unwanted]) space.purgeStale();
      if (wanted.size + unwanted.size > 0) purgeLater();
    }, LIFE_MS).unref();
  }

  async function render(
    key: string,
    start: number,
    source: () => Promise<PageSource>,
  ): Promise<RenderedPage> {
    const began = clearings;
    const rendered = await source();
    const page = preparePage(rendered);
    const isOver = began !== clearings || now() - start >= LIFE_MS;
    if (!rendered.isKept || isOver) return page;
    purgeLater();
    (rendered.isWanted ? wanted : unwanted).set(key, page, { start });
    return page;
  }

  return {
    sizeBytes: () => wanted.calculatedSize + unwanted.calculatedSize,
    /** Renderings in progress are not shared with later requests. */
    clear(): void {
      clearings += 1;
      for (const kept of [wanted, unwanted, rendering]) kept.clear();
    },
    get(key: string, source: () => Promise<PageSource>): Promise<RenderedPage> {
      const start = now();
      const cached = wanted.get(key) ?? unwanted.get(key);
      const begun = cached ? undefined : rendering.get(key);
      // Do not join a slow rendering: it may have read something taken down since.
      const waiting = begun && start - begun.start < LIFE_MS ? begun : undefined;
      onAsked(cached || waiting ? 'hit' : 'miss');
      if (cached) return Promise.resolve(cached);
      if (waiting) return waiting.page;
      const page = render(key, start, source).finally(() => {
        if (rendering.get(key)?.page === page) rendering.delete(key);
      });
      rendering.set(key, { start, page });
      return page;
    },
  };
}

export function preparePage({ status, location, body, policy }: Omit<PageSource, 'isWanted'>): RenderedPage {
  const plain = Buffer.from(body);
  let etag: string | undefined;
  const packed = { br: createPacking('br', plain), gzip: createPacking('gzip', plain) };
  return {
    status,
    location,
    policy,
    etag() {
      // Weak: the same for all encodings (RFC 9110, section 8.8.3.3).
      etag ??= `W/${etagOf(plain, policy)}`;
      return etag;
    },
    plain,
    sizeBytes: plain.length * 2 + 1000,
    async encoded(acceptEncoding) {
      for (const encoding of ['br', 'gzip'] as const) {
        if (accepts(acceptEncoding, encoding)) return { encoding, body: await packed[encoding]() };
      }
      return { body: plain };
    },
  };
}

/** First compressed fast and synchronously: a tenth larger for a seventh of the work, and no thread switch. Later compressed well, once. */
function createPacking(encoding: 'br' | 'gzip', plain: Buffer): () => Promise<Buffer> {
  let isAskedAgain = false;
  let good: Promise<Buffer> | undefined;
  const isBrotli = encoding === 'br';
  return async () => {
    if (isAskedAgain) {
      good ??= isBrotli
        ? compressBrotli(plain, brotliOptions(plain, GOOD))
        : compressGzip(plain, { level: GOOD });
      return good;
    }
    isAskedAgain = true;
    return isBrotli
      ? brotliCompressSync(plain, brotliOptions(plain, QUICK))
      : gzipSync(plain, { level: QUICK });
  };
}

function brotliOptions(plain: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      // The encoder's memory, which must be zeroed, grows with it.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(plain.length + 16)))),
    },
  };
}

/** By Accept-Encoding (RFC 9110, section 12.5.3), with a quality above 0. */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
