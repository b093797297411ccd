import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { transferError, truncatedError } from './network-error.ts';
import { formatSeconds, formatSize, SourceError } from './source-error.ts';
import type { TransferControl } from './transfer-control.ts';
import type { WireBody } from './wire-request.ts';

export interface BodyLimits {
  maxBytes: number;
  idleTimeoutMs: number;
  /** Ends the transfer if the rate stays lower over `minRateWindowMs` of waiting; 0 disables. */
  minBytesPerSecond: number;
  minRateWindowMs: number;
}

export type Chunks = AsyncIterable<Uint8Array>;

/**
 * Only waiting for the network counts, not the reader's time. Throws SourceError, or the signal's reason. Releases the
 * connection however it ends, even by an early `break`.
 */
export async function* meterBody(
  raw: WireBody,
  control: TransferControl,
  limits: BodyLimits,
  expectedBytes: number | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const rate = createRateRule(limits);
  let receivedBytes = 0;
  try {
    for (;;) {
      const startedAt = performance.now();
      const disarm = control.arm(limits.idleTimeoutMs, () => idleError(limits.idleTimeoutMs));
      let chunk: Uint8Array | undefined;
      try {
        chunk = await raw.next();
      } catch (error) {
        throw control.signal.aborted
          ? control.signal.reason
          : transferError(error, receivedBytes, expectedBytes);
      } finally {
        disarm();
      }
      if (!chunk) return;
      receivedBytes += chunk.byteLength;
      if (receivedBytes > limits.maxBytes) throw tooLargeError(limits.maxBytes);
      rate.count(chunk.byteLength, performance.now() - startedAt);
      yield chunk;
    }
  } finally {
    raw.destroy();
    control.finish();
  }
}

export interface DecodeLimits {
  maxBytes: number;
  /** To the compressed size; applies after the first megabyte. */
  maxRatio?: number;
}

/**
 * Decompresses `gzip`, `deflate` or `br`, at most a chunk ahead. Throws SourceError: `too_large` beyond the limits,
 * `bad_encoding` for broken data or an unknown encoding, `truncated` if the data ends early.
 */
export async function* decodeBody(
  chunks: Chunks,
  coding: string,
  limits: DecodeLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { decoder, input } = await openDecoder(coding, chunks);
  // Errors reach the reader through the decoder, which they destroy.
  pipeline(Readable.from(input, { objectMode: true, highWaterMark: 1 }), decoder).catch(() => undefined);
  let unpackedBytes = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.byteLength;
      if (unpackedBytes > limits.maxBytes) throw tooLargeError(limits.maxBytes);
      if (unpackedBytes > 1e6 && unpackedBytes > decoder.bytesWritten * (limits.maxRatio ?? Infinity)) {
        const sentence = `The file unpacks to more than ${limits.maxRatio} times its size, which is refused.`;
        throw new SourceError('too_large', sentence);
      }
      yield chunk;
    }
  } catch (error) {
    // An empty body often names an encoding.
    if (errorCode(error) === 'Z_BUF_ERROR' && decoder.bytesWritten === 0) return;
    throw decodeError(error, coding, decoder.bytesWritten);
  } finally {
    decoder.destroy();
  }
}

export interface BytesRead {
  bytes: Buffer;
  complete: boolean;
}

/** The rest is not requested; `complete` says if there was none. */
export async function readBytes(body: Chunks, maxBytes: number): Promise<BytesRead> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    parts.push(chunk);
    size += chunk.byteLength;
    if (size > maxBytes) return { bytes: Buffer.concat(parts).subarray(0, maxBytes), complete: false };
  }
  return { bytes: Buffer.concat(parts), complete: true };
}

/** At least the first `size` bytes, if there are so many, and the whole body. */
export async function peek(body: Chunks, size: number): Promise<{ head: Buffer; body: Chunks }> {
  const source = body[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < size) {
    const next = await source.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return { head, body: continued(head, { [Symbol.asyncIterator]: () => source }) };
}

async function* continued(head: Buffer, rest: Chunks): AsyncGenerator<Uint8Array, void, undefined> {
  if (head.length > 0) yield head;
  yield* rest;
}

export function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
}

/** UTF-8 for a missing or unknown charset. Invalid bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

export function tooLargeError(maxBytes: number): SourceError {
  return new SourceError('too_large', `The file is larger than the ${formatSize(maxBytes)} allowed.`);
}

function idleError(idleTimeoutMs: number): SourceError {
  return new SourceError('timeout', `Nothing more arrived for ${formatSeconds(idleTimeoutMs)}.`);
}

function createRateRule(limits: BodyLimits): { count(bytes: number, waitedMs: number): void } {
  let windowBytes = 0;
  let windowMs = 0;
  return {
    count(bytes, waitedMs) {
      windowBytes += bytes;
      windowMs += waitedMs;
      if (limits.minBytesPerSecond <= 0 || windowMs < limits.minRateWindowMs) return;
      const bytesPerSecond = Math.floor((windowBytes * 1000) / windowMs);
      if (bytesPerSecond < limits.minBytesPerSecond) {
        const least = formatSize(limits.minBytesPerSecond);
        const sentence = `The transfer is too slow: ${formatSize(bytesPerSecond)} a second, at least ${least} are needed.`;
        throw new SourceError('too_slow', sentence);
      }
      windowBytes = 0;
      windowMs = 0;
    },
  };
}

async function openDecoder(coding: string, input: Chunks) {
  if (coding === 'gzip' || coding === 'x-gzip') return { decoder: createGunzip(), input };
  if (coding === 'br') return { decoder: createBrotliDecompress(), input };
  if (coding !== 'deflate') {
    const shown = coding.replace(/[^\w, -]/g, '').slice(0, 40);
    throw new SourceError('bad_encoding', `The answer has an unsupported encoding (${shown}).`);
  }
  // "deflate" means zlib (RFC 9110 section 8.4.1.2), but some servers omit its header.
  const { head, body } = await peek(input, 1);
  const isZlib = ((head[0] ?? 0x78) & 0x0f) === 8;
  return { decoder: isZlib ? createInflate() : createInflateRaw(), input: body };
}

function decodeError(error: unknown, coding: string, packedBytes: number): unknown {
  const code = errorCode(error);
  if (code === 'Z_BUF_ERROR') return truncatedError(packedBytes, undefined, error);
  if (code !== undefined && /^(?:Z_|ERR_BROTLI|ERR__ERROR_)/.test(code)) {
    return new SourceError('bad_encoding', `The answer's ${coding} data is broken.`, { cause: error });
  }
  return error;
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}
