import { setTimeout as sleep } from 'node:timers/promises';
import { truncatedError } from '@vesper/core/lib/outbound/network-error.ts';
import { type Chunks, decodeBody, peek, tooLargeError } from '@vesper/core/lib/outbound/response-body.ts';
import type { SafeFetch, SafeResponse, TransferLimits } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { formatSize, SourceError, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { SNIFF_BYTES } from '@vesper/core/lib/video-bytes.ts';
import { END_BYTES, type FirstBytes, hashFirstBytes } from './file-ends.ts';
import { openPartFile, type PartFile, type PartOrigin } from './part-file.ts';
import { MAX_PLAYLIST_BYTES, PlaylistError, playlistKind, readPlaylist } from './playlist-error.ts';
import { createRateMeter, type RateLimit } from './transfer-pace.ts';
import { refuseBody, refuseContentType } from './video-sniff.ts';

export interface DownloadProgress {
  receivedBytes: number;
  totalBytes: number | undefined;
  /** Smoothed; undefined at first. */
  bytesPerSecond?: number | undefined;
}

export interface DownloadFileOptions {
  url: string;
  /** With a `.json` beside it; both are kept after success and failure. */
  partPath: string;
  fetch: SafeFetch;
  signal?: AbortSignal | undefined;
  /** Called once if the length is known and more is to come: an error ends the transfer. */
  onFirstBytes?: (first: FirstBytes) => Promise<void>;
  /** At most four times a second, and once at the end. */
  onProgress?: (progress: DownloadProgress) => void;
  maxBytes: number;
  /** Awaited before bytes are kept, which slows the sender. */
  rateLimit?: RateLimit;
  /** `totalTimeoutMs` covers all attempts of this call together. */
  timeouts?: Partial<Omit<TransferLimits, 'maxBytes'>>;
  headers?: Readonly<Record<string, string>>;
  /** Before the second, third... attempt after a cut transfer. */
  retryDelaysMs?: readonly number[];
  /** Monotonic, in milliseconds. */
  now?: () => number;
}

export interface DownloadedFile {
  sizeBytes: number;
  sha256: Buffer;
}

const DEFAULT_TOTAL_TIMEOUT_MS = 4 * 3_600_000;
const PROGRESS_EVERY_MS = 250;

/**
 * Downloads a video into `partPath`, resuming an earlier attempt (Range and If-Range, RFC 9110 sections 13.1.5 and
 * 14) if the source still has the same file. A cut transfer is retried while attempts make progress. On return the file
 * is whole and synced. Throws SourceError, the reason of `signal`, or a file system error.
 */
export async function downloadFile(options: DownloadFileOptions): Promise<DownloadedFile> {
  const now = options.now ?? (() => performance.now());
  const deadline = now() + (options.timeouts?.totalTimeoutMs ?? DEFAULT_TOTAL_TIMEOUT_MS);
  const part = await openPartFile(options.partPath, options.url);
  try {
    const report = createReporter(options, part, now);
    const transfer: Transfer = { options, part, deadline, now, report, isJudged: false };
    await transferAll(transfer);
    const sha256 = await part.seal();
    transfer.report(part, true);
    return { sizeBytes: part.sizeBytes, sha256 };
  } finally {
    await part.close();
  }
}

interface Transfer {
  options: DownloadFileOptions;
  part: PartFile;
  deadline: number;
  now: () => number;
  report: (part: PartFile, last: boolean) => void;
  isJudged: boolean;
}

async function transferAll(transfer: Transfer): Promise<void> {
  const { options, part } = transfer;
  const delaysMs = options.retryDelaysMs ?? [500, 1_000, 2_000, 4_000];
  let most = part.sizeBytes;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attemptTransfer(transfer);
    } catch (error) {
      const gained = part.sizeBytes > most;
      const delayMs = delaysMs[attempt];
      if (!isWorthAnother(error) || !gained || delayMs === undefined) throw error;
      most = part.sizeBytes;
      await sleep(delayMs, undefined, { signal: options.signal }).catch(() =>
        options.signal?.throwIfAborted(),
      );
    }
  }
}

function isWorthAnother(error: unknown): boolean {
  return error instanceof SourceError && ['truncated', 'timeout', 'connect'].includes(error.code);
}

async function attemptTransfer(transfer: Transfer): Promise<void> {
  const { part } = transfer;
  const response = await ask(transfer, rangeHeaders(part));
  try {
    if (response.status === 416 && part.sizeBytes > 0) {
      if (contentRange(response).totalBytes === part.sizeBytes) return;
    } else if (response.status === 206) {
      if (continuesPart(response, part))
        return await receive(transfer, response.body, contentRange(response).totalBytes);
    } else return await fetchWhole(transfer, response);
    response.discard();
    return await fetchWhole(transfer, await ask(transfer, {}));
  } finally {
    response.discard();
  }
}

async function fetchWhole(transfer: Transfer, response: SafeResponse): Promise<void> {
  try {
    if (response.status !== 200) throw statusError(response.status, response.headers['retry-after']);
    const totalBytes = contentLength(response);
    const { url, maxBytes } = transfer.options;
    if (totalBytes !== undefined && totalBytes > maxBytes) throw videoTooLargeError(totalBytes, maxBytes);
    const body = await openVideo(response, mimeType(response));
    await transfer.part.restart({ url, validator: validatorOf(response), totalBytes });
    await receive(transfer, body, totalBytes);
  } finally {
    response.discard();
  }
}

/** Checks first bytes and content type. Throws PlaylistError for a playlist. */
async function openVideo(response: SafeResponse, contentType: string): Promise<Chunks> {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  const isPacked = coding !== 'identity';
  const plain = isPacked
    ? decodeBody(response.body, coding, { maxBytes: MAX_PLAYLIST_BYTES })
    : response.body;
  const { head, body } = await peek(plain, SNIFF_BYTES);
  const kind = playlistKind(head.subarray(0, SNIFF_BYTES));
  if (kind) throw new PlaylistError(await readPlaylist(kind, response.url, body));
  refuseContentType(contentType);
  if (isPacked) {
    const sentence = `The video is sent compressed (${coding.slice(0, 40)}), which is not accepted.`;
    throw new SourceError('bad_encoding', sentence);
  }
  refuseBody(head, contentType);
  return body;
}

async function receive(transfer: Transfer, body: Chunks, totalBytes: number | undefined): Promise<void> {
  const { options, part, report } = transfer;
  try {
    for await (const chunk of body) {
      if (part.sizeBytes + chunk.byteLength > options.maxBytes) throw tooLargeError(options.maxBytes);
      await options.rateLimit?.(chunk.byteLength, options.signal);
      await part.append(chunk);
      await judgeFirstBytes(transfer, totalBytes);
      report(part, false);
    }
  } catch (error) {
    throw wholeSentence(error, part);
  }
  requireWhole(part, totalBytes);
}

/** Asks whether the rest is wanted once it has the first bytes of a file of known length. */
async function judgeFirstBytes(transfer: Transfer, totalBytes: number | undefined): Promise<void> {
  const { options, part } = transfer;
  if (transfer.isJudged || totalBytes === undefined) return;
  if (part.sizeBytes < END_BYTES) return;
  transfer.isJudged = true;
  await options.onFirstBytes?.({
    sizeBytes: totalBytes,
    firstSha256: await hashFirstBytes(options.partPath),
  });
}

function requireWhole({ sizeBytes }: PartFile, totalBytes: number | undefined): void {
  if (sizeBytes === 0) throw new SourceError('not_video', 'The address returned an empty file, not a video.');
  if (totalBytes === undefined || sizeBytes === totalBytes) return;
  if (sizeBytes < totalBytes) throw truncatedError(sizeBytes, totalBytes);
  throw new SourceError(
    'bad_response',
    `The source sent more than the ${formatSize(totalBytes)} that it announced.`,
  );
}

/** After a resume, "stopped after" must count the whole file. */
function wholeSentence(error: unknown, part: PartFile): unknown {
  if (!(error instanceof SourceError) || error.code !== 'truncated') return error;
  return truncatedError(part.sizeBytes, part.origin?.totalBytes, error);
}

function ask({ options, deadline, now }: Transfer, range: Record<string, string>): Promise<SafeResponse> {
  const totalTimeoutMs = Math.max(1, Math.ceil(deadline - now()));
  return options.fetch(options.url, {
    ...options.timeouts,
    totalTimeoutMs,
    maxBytes: options.maxBytes,
    decompress: false,
    signal: options.signal,
    headers: { accept: 'video/*, */*;q=0.5', ...options.headers, ...range },
  });
}

/** Only a file with a validator can be resumed. */
function rangeHeaders({ sizeBytes, origin }: PartFile): Record<string, string> {
  if (sizeBytes === 0 || !origin?.validator) return {};
  return { range: `bytes=${sizeBytes}-`, 'if-range': origin.validator };
}

/** Whether this 206 continues the same file exactly where the part ends. */
function continuesPart(response: SafeResponse, { sizeBytes, origin }: PartFile): boolean {
  const { start, end, totalBytes } = contentRange(response);
  const validator = validatorOf(response);
  const sameTotal =
    totalBytes === undefined || origin?.totalBytes === undefined || totalBytes === origin.totalBytes;
  return (
    sizeBytes > 0 &&
    start === sizeBytes &&
    end !== undefined &&
    sameTotal &&
    (validator === undefined || validator === origin?.validator)
  );
}

/** "bytes 100-199/1000", or the "bytes * /1000" (without the blank) of a 416. */
function contentRange(response: SafeResponse): { start?: number; end?: number; totalBytes?: number } {
  const header = response.headers['content-range']?.trim() ?? '';
  const match = /^bytes\s+(?:(\d{1,15})-(\d{1,15})|\*)\/(?:(\d{1,15})|\*)$/i.exec(header);
  if (!match) return {};
  return {
    ...(match[1] === undefined ? {} : { start: Number(match[1]), end: Number(match[2]) }),
    ...(match[3] === undefined ? {} : { totalBytes: Number(match[3]) }),
  };
}

/** A strong ETag, else Last-Modified: If-Range takes no weak ETag (RFC 9110 section 13.1.5). */
function validatorOf({ headers }: SafeResponse): PartOrigin['validator'] {
  const etag = headers.etag?.trim();
  if (etag && /^"[\x21\x23-\x7e]{0,200}"$/.test(etag)) return etag;
  const modified = headers['last-modified']?.trim();
  return modified && modified.length < 60 && !Number.isNaN(Date.parse(modified)) ? modified : undefined;
}

function contentLength({ headers }: SafeResponse): number | undefined {
  const text = headers['content-length'];
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function mimeType({ headers }: SafeResponse): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase().slice(0, 100) ?? '';
}

function videoTooLargeError(totalBytes: number, maxBytes: number): SourceError {
  const sentence = `The video is ${formatSize(totalBytes)}, more than the ${formatSize(maxBytes)} allowed.`;
  return new SourceError('too_large', sentence);
}

function createReporter(
  options: DownloadFileOptions,
  start: PartFile,
  now: () => number,
): Transfer['report'] {
  const meter = createRateMeter(start.sizeBytes, now());
  let lastAt = Number.NEGATIVE_INFINITY;
  return (part, last) => {
    const at = now();
    if (!last && at - lastAt < PROGRESS_EVERY_MS) return;
    lastAt = at;
    options.onProgress?.({
      receivedBytes: part.sizeBytes,
      totalBytes: part.origin?.totalBytes,
      bytesPerSecond: meter.measure(part.sizeBytes, at),
    });
  };
}
