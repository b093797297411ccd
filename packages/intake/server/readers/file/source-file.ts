import { type Chunks, charsetOf, decodeBody, peek } from '@vesper/core/lib/outbound/response-body.ts';
import {
  requireOk,
  type SafeFetch,
  type SafeResponse,
  type TransferLimits,
} from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { type SourceFileRead, type SourceProblem, type SourceUnchanged, toProblem } from '../source-item.ts';

export interface SourceFileLimits {
  /** Uncompressed. */
  maxFileBytes: number;
  maxRatio: number;
  transfer: Partial<TransferLimits>;
}

export interface ReadOptions<Limits> {
  fetch: SafeFetch;
  signal?: AbortSignal | undefined;
  limits?: Partial<Limits>;
  /** Besides the host of its address. */
  hosts?: readonly string[] | undefined;
}

interface SourceFileOptions extends ReadOptions<SourceFileLimits> {
  accept: string;
  limits: SourceFileLimits;
}

export type FileNotice = SourceProblem | SourceUnchanged | SourceFileRead;

/** Enough to recognise compression, a byte order mark, or an XML declaration. */
const GZIP_HEAD = 2;
const MARK_HEAD = 3;
const XML_HEAD = 256;

/**
 * Fetches a file and yields what `read` makes of it. Errors become problems after the entries before them; throws
 * only the reason of `signal`. Reported as read at the end, unless `read` returns 'index'.
 */
export async function* readSourceFile<T>(
  url: string,
  options: SourceFileOptions,
  read: (response: SafeResponse) => AsyncGenerator<T, 'index' | undefined>,
): AsyncGenerator<T | FileNotice, void, undefined> {
  let response: SafeResponse | undefined;
  try {
    response = await options.fetch(url, {
      ...options.limits.transfer,
      maxBytes: options.limits.maxFileBytes,
      headers: { accept: options.accept },
      signal: options.signal,
      // Indexes are never remembered, so none is skipped.
      conditional: true,
    });
    if (response.status === 304) yield { type: 'unchanged', url };
    else {
      const outcome = yield* read(requireOk(response));
      if (outcome !== 'index') yield toFileRead(url, response);
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof SourceError)) throw error;
    yield toProblem(url, error);
  } finally {
    response?.discard();
  }
}

/**
 * The text as a stream. The charset comes from the byte order mark, XML's rules (RFC 7303) if `xml`, else UTF-8.
 * Invalid bytes become U+FFFD.
 */
export async function* textOf(
  response: SafeResponse,
  limits: SourceFileLimits,
  kind: 'xml' | 'utf-8',
): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined;
  const contentType = response.headers['content-type'];
  const headBytes = kind === 'xml' ? XML_HEAD : MARK_HEAD;
  const { body } = await peek(unpacked(response.body, limits), headBytes);
  for await (const chunk of body) {
    decoder ??= decoderFor(charsetOfMark(chunk) ?? (kind === 'xml' ? charsetOfXml(chunk, contentType) : ''));
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

function toFileRead(url: string, { headers }: SafeResponse): SourceFileRead {
  const { etag, 'last-modified': lastModified } = headers;
  return { type: 'file_read', url, ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Decided by the first two bytes, not the name. */
export async function* unpacked(body: Chunks, limits: SourceFileLimits): Chunks {
  const { head, body: whole } = await peek(body, GZIP_HEAD);
  yield* isGzip(head)
    ? decodeBody(whole, 'gzip', { maxBytes: limits.maxFileBytes, maxRatio: limits.maxRatio })
    : whole;
}

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

export function charsetOfMark(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 'utf-8' : undefined;
}

function charsetOfXml(head: Uint8Array, contentType: string | undefined): string {
  const start = Buffer.from(head.subarray(0, XML_HEAD)).toString('latin1');
  const declared = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? '';
  // A declaration readable byte by byte is not UTF-16.
  return charsetOf(contentType) ?? (/^utf-?16/i.test(declared) ? '' : declared);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset || 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}
