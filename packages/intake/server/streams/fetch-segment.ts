import { createDecipheriv } from 'node:crypto';
import { truncatedError } from '@vesper/core/lib/outbound/network-error.ts';
import { type Chunks, peek, readBytes, tooLargeError } from '@vesper/core/lib/outbound/response-body.ts';
import { requireOk, type SafeFetch, type SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { SNIFF_BYTES } from '@vesper/core/lib/video-bytes.ts';
import { type RateLimit, refuseBody } from '../downloads/index.ts';
import type { SegmentFile } from './segment-file.ts';
import type { ByteRange, Segment, SegmentKey } from './stream-plan.ts';

export interface SegmentDeps {
  fetch: SafeFetch;
  signal: AbortSignal;
  rateLimit?: RateLimit | undefined;
  keys: KeyRing;
  /** For the whole stream. */
  maxBytes: number;
  /** How many of these are still allowed. */
  leftBytes: () => number;
  onBytes: (count: number) => void;
}

export type KeyRing = (url: string) => Promise<Buffer>;

const KEY_BYTES = 16;
/** Segments are short; a slower one is retried. */
const SEGMENT_TIMEOUT_MS = 30 * 60_000;

/** Throws SourceError, or the signal's reason; bytes before an error stay in `file`. */
export async function fetchSegment(deps: SegmentDeps, segment: Segment, file: SegmentFile): Promise<void> {
  const response = await deps.fetch(segment.url, {
    decompress: false,
    headers: { accept: '*/*', ...rangeHeader(segment.range) },
    signal: deps.signal,
    totalTimeoutMs: SEGMENT_TIMEOUT_MS,
    maxBytes: deps.maxBytes,
  });
  try {
    requireAnswer(response, segment.range);
    const sent = segment.range ? exactly(response.body, segment.range.length) : response.body;
    const plain = segment.key ? await decrypt(deps, sent, segment.key) : sent;
    const { head, body } = await peek(plain, SNIFF_BYTES);
    refuseBody(head);
    requirePiece(head, { isFirst: file.sizeBytes === 0 });
    await keep(deps, body, file);
  } finally {
    response.discard();
  }
}

/** Each key is fetched once. */
export function createKeyRing({ fetch, signal }: Pick<SegmentDeps, 'fetch' | 'signal'>): KeyRing {
  const known = new Map<string, Buffer>();
  return async (url) => {
    const before = known.get(url);
    if (before) return before;
    const response = requireOk(await fetch(url, { signal }));
    const { bytes } = await readBytes(response.body, KEY_BYTES + 1);
    if (bytes.length !== KEY_BYTES)
      throw new SourceError('bad_response', `The key of the stream does not have ${KEY_BYTES} bytes.`);
    known.set(url, bytes);
    return bytes;
  };
}

async function keep(deps: SegmentDeps, body: Chunks, file: SegmentFile): Promise<void> {
  const { leftBytes, maxBytes, rateLimit, signal, onBytes } = deps;
  let count = 0;
  for await (const chunk of body) {
    if (chunk.byteLength > leftBytes()) throw tooLargeError(maxBytes);
    await rateLimit?.(chunk.byteLength, signal);
    await file.append(chunk);
    count += chunk.byteLength;
    onBytes(chunk.byteLength);
  }
  if (count === 0) throw new SourceError('truncated', 'The address returned nothing.');
}

function rangeHeader(range: ByteRange | undefined): Record<string, string> {
  return range ? { range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : {};
}

function requireAnswer({ status, headers }: SafeResponse, range: ByteRange | undefined): void {
  if (status !== 200 && status !== 206) throw statusError(status, headers['retry-after']);
  const coding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (coding !== 'identity')
    throw new SourceError(
      'bad_encoding',
      `The segment is sent compressed (${coding.slice(0, 40)}), which is not accepted.`,
    );
  const isWanted = range ? status === 206 && isRange(headers['content-range'], range) : status === 200;
  if (!isWanted) throw otherBytesError();
}

function isRange(header: string | undefined, { offset, length }: ByteRange): boolean {
  const match = /^bytes\s+(\d{1,15})-(\d{1,15})\//i.exec(header?.trim() ?? '');
  return Number(match?.[1]) === offset && Number(match?.[2]) === offset + length - 1;
}

/** Throws SourceError if a body is longer or shorter. */
async function* exactly(body: Chunks, length: number): AsyncGenerator<Uint8Array, void, undefined> {
  let left = length;
  for await (const chunk of body) {
    left -= chunk.byteLength;
    if (left < 0) throw otherBytesError();
    yield chunk;
  }
  if (left > 0) throw truncatedError(length - left, length);
}

function otherBytesError(): SourceError {
  return new SourceError('bad_response', 'The server returned a different byte range than requested.');
}

async function decrypt({ keys }: SegmentDeps, body: Chunks, key: SegmentKey): Promise<Chunks> {
  const decipher = createDecipheriv('aes-128-cbc', await keys(key.url), key.iv);
  return (async function* () {
    for await (const chunk of body) yield decipher.update(chunk);
    yield lastOf(() => decipher.final());
  })();
}

/** Wrong padding: RFC 8216 requires PKCS7. */
function lastOf(final: () => Buffer): Buffer {
  try {
    return final();
  } catch (cause) {
    throw new SourceError('bad_response', 'The segment cannot be decrypted with the given key.', { cause });
  }
}

const SYNC = 0x47;
const PACKET_BYTES = 188;
/** ISO/IEC 14496-12. */
const BOX = /^(?:ftyp|styp|moov|moof|sidx|ssix|emsg|prft|free|skip|mdat|wide|uuid)$/;
/** Matroska's header and cluster (RFC 9559, section 5.1). */
const MATROSKA = [0x1a45dfa3, 0x1f43b675];

/** Throws SourceError unless bytes begin like MPEG-TS, MP4 or WebM. In byte ranges, only the first piece must. */
export function requirePiece(head: Buffer, { isFirst }: { isFirst: boolean }): void {
  if (!isFirst || isTransportStream(head) || BOX.test(head.toString('latin1', 4, 8))) return;
  if (head.length >= 4 && MATROSKA.includes(head.readUInt32BE(0))) return;
  if (head.toString('latin1', 0, 3) === 'ID3' || isAdts(head))
    throw new SourceError(
      'not_video',
      'The sound of the stream is a bare AAC or MP3 file, which is not accepted.',
    );
  throw new SourceError('not_video', 'The segments of the stream are not video.');
}

function isTransportStream(head: Buffer): boolean {
  return head[0] === SYNC && (head.length <= PACKET_BYTES || head[PACKET_BYTES] === SYNC);
}

/** Twelve one bits, then layer 0. */
function isAdts(head: Buffer): boolean {
  return head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0;
}
