import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { etagOf } from './preconditions.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface RenderedPage {
  status: number;
  /** Where a redirect leads. */
  location?: string | undefined;
  policy: string;
  /** Worked out when it is first asked for. */
  etag(): string;
  /** The body without an encoding. */
  plain: Buffer;
  /** How much it takes: as it is, and once more for its packings. */
  sizeBytes: number;
  /** The body in the best encoding that the request accepts; encoded once. */
  encoded(acceptEncoding: string): Promise<{ encoding?: string; body: Buffer }>;
}

export interface PageSource {
  status: number;
  location?: string | undefined;
  body: string;
  policy: string;
  /** Whether visitors are led here: an address of the domain's own that exists. Others have little room. */
  isWanted: boolean;
  /** False of a page that only concurrent requests may share. */
  isKept: boolean;
}

/**
 * From before it is rendered. Long enough to break a stampede; short enough that a takedown reaches every page within two
 * seconds, with a shared cache as well, which keeps only what was just rendered, for as long from the same moment on.
 */
const LIFE_MS = 1000;
/** A second of pages of a process that does nothing else; the rest would be pages that are over. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Compression levels, of brotli and gzip: for the first request, and for later ones. */
const QUICK = 1;
const GOOD = 5;
/** For addresses and hosts that somebody invents, of which there is no end. */
const MAX_UNWANTED_BYTES = 4 * 1024 * 1024;

interface PageCacheOptions {
  /** Milliseconds on a monotonic clock. */
  now?: () => number;
  onAsked?: ((result: 'hit' | 'miss') => void) | undefined;
  maxBytes?: number;
}

/** Caches pages for a moment, by site and address; concurrent requests wait for the same rendering. */
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

  /** Expired pages would otherwise stay until their space is full: on a quiet site, for good. */
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
    /** How much is kept: each page as it is, and once more for its packings. */
    sizeBytes: () => wanted.calculatedSize + unwanted.calculatedSize,
    /** Nothing that began before is given to those who ask from now on. */
    clear(): void {
      clearings += 1;
      for (const kept of [wanted, unwanted, rendering]) kept.clear();
    },
    get(key: string, source: () => Promise<PageSource>): Promise<RenderedPage> {
      const start = now();
      const cached = wanted.get(key) ?? unwanted.get(key);
      const begun = cached ? undefined : rendering.get(key);
      // What takes longer is not waited for by more: it may have read what has been taken down since.
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

/** A page that is about to be sent. */
export function preparePage({ status, location, body, policy }: Omit<PageSource, 'isWanted'>): RenderedPage {
  const plain = Buffer.from(body);
  let etag: string | undefined;
  const packed = { br: createPacking('br', plain), gzip: createPacking('gzip', plain) };
  return {
    status,
    location,
    policy,
    etag() {
      // A weak one: it is the same for all encodings (RFC 9110, section 8.8.3.3).
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

/**
 * A page that is asked for once is packed quickly: a tenth larger, for a seventh of the work, and at once, as handing it
 * to another thread would cost as much again. Others once more, well.
 */
function createPacking(encoding: 'br' | 'gzip', plain: Buffer): () => Promise<Buffer> {
  let isPacked = false;
  let good: Promise<Buffer> | undefined;
  return async () => {
    if (isPacked) {
      good ??=
        encoding === 'br'
          ? compressBrotli(plain, brotliOptions(plain, GOOD))
          : compressGzip(plain, { level: GOOD });
      return good;
    }
    isPacked = true;
    return encoding === 'br'
      ? brotliCompressSync(plain, brotliOptions(plain, QUICK))
      : gzipSync(plain, { level: QUICK });
  };
}

function brotliOptions(plain: Buffer, quality: number): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      // No larger than the page: the encoder's memory goes by it, and clearing that is work too.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(10, Math.ceil(Math.log2(plain.length + 16)))),
    },
  };
}

/** Whether an Accept-Encoding header (RFC 9110 section 12.5.3) accepts an encoding with a quality above 0. */
export function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.trim().toLowerCase().split(';');
    const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((q) => q !== undefined);
    return name === encoding && Number(quality ?? 1) > 0;
  });
}
