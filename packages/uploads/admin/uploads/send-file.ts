import { CallError, UPLOADS_PATH } from '@vesper/contract';
import { sentenceOf, statusOf } from '@vesper/web/data/call-failure.ts';
import { type DetailedError, Upload } from 'tus-js-client';

interface Sending {
  file: File;
  /** Undefined begins an upload. */
  id: string | undefined;
  metadata: Record<string, string>;
  signal: AbortSignal;
  onBegun: (id: string) => void;
  /** Awaited before the first byte. */
  onReady: () => Promise<void>;
  onProgress: (bytes: number, bytesPerSecond: number) => void;
}

/** The connection may belong to a network that this computer has left. */
const SILENCE_MS = 60_000;
const TICK_MS = 500;
/** A broken connection loses a part: each takes about this long. */
const PART_MS = 5_000;
const SMALLEST_PART = 256 * 1024;
const LARGEST_PART = 16 * 1024 ** 2;

/** Sends what the server lacks, trying once. */
export function sendFile({ file, id, metadata, signal, ...on }: Sending): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes: number | undefined;
  let heardAt = Date.now();
  let partAt = 0;
  let checksum: string | undefined;
  async function slice(start: number, end: number) {
    const value = file.slice(start, end);
    const hash = await sha256(value);
    checksum = hash && btoa(String.fromCharCode(...hash));
    signal.throwIfAborted();
    return { value, done: end >= file.size };
  }
  const upload = new Upload(file, {
    // With an endpoint, a refused HEAD would begin another upload.
    ...(id === undefined ? { endpoint: location.origin + UPLOADS_PATH } : { uploadUrl: addressOf(id) }),
    ...{ metadata, chunkSize: SMALLEST_PART, retryDelays: null, storeFingerprintForResuming: false },
    fileReader: { openFile: async () => ({ size: file.size, slice, close() {} }) },
    onBeforeRequest(request) {
      partAt = Date.now();
      if (checksum) request.setHeader('Upload-Checksum', `sha256 ${checksum}`);
    },
    async onAfterResponse(request, response) {
      heardAt = Date.now();
      if (request.getMethod() === 'PATCH' || response.getStatus() > 299) return;
      const begun = response.getHeader('Location')?.split('/').at(-1);
      if (begun) on.onBegun(begun);
      await on.onReady();
    },
    onProgress(sent) {
      bytes = sent;
      heardAt = Date.now();
    },
    onChunkComplete(size) {
      const fitting = Math.round((size * PART_MS) / Math.max(1, Date.now() - partAt));
      upload.options.chunkSize = Math.min(LARGEST_PART, Math.max(SMALLEST_PART, fitting));
    },
    onSuccess: () => resolve(),
    onError: reject,
  });
  const stop = () => {
    void upload.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop);
  const speedAt = speedometer();
  const watch = setInterval(() => {
    if (bytes !== undefined) on.onProgress(bytes, speedAt(bytes));
    if (Date.now() - heardAt > SILENCE_MS) stop();
  }, TICK_MS);
  upload.start();
  return promise.finally(() => {
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  });
}

/** Weighs the last five seconds most. */
function speedometer(): (bytes: number) => number {
  let last: { bytes: number; at: number } | undefined;
  let speed = 0;
  return (bytes) => {
    const at = performance.now();
    const latest = last ? Math.max(0, (1000 * (bytes - last.bytes)) / (at - last.at)) : 0;
    speed += (latest - speed) * (speed === 0 ? 1 : TICK_MS / PART_MS);
    last = { bytes, at };
    return speed;
  };
}

export async function endUpload(id: string): Promise<void> {
  const response = await fetch(addressOf(id), { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } });
  const { ok, status } = response;
  if (!ok && status !== 404 && status !== 410) throw new CallError(status, await response.text());
}

function addressOf(id: string): string {
  return `${location.origin}${UPLOADS_PATH}/${id}`;
}

const EDGE_BYTES = 64 * 1024;

/** By which a file is recognised after a reload. */
export async function fingerprintOf(file: File): Promise<string | undefined> {
  const edges = [file.slice(0, EDGE_BYTES), file.slice(-EDGE_BYTES)];
  const hash = await sha256(new Blob([`${file.name}\n${file.size}\n`, ...edges]));
  return hash && Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Undefined without HTTPS. */
async function sha256(blob: Blob): Promise<Uint8Array | undefined> {
  const digest = await crypto.subtle?.digest('SHA-256', await blob.arrayBuffer());
  return digest && new Uint8Array(digest);
}

/** No connection, timed out, locked, too many requests, damaged on the way. */
const PASSING = [0, 408, 423, 429, 460];

/** `isPassing`: worth another try. `isGone`: the upload has ended. */
export function failureOf(error: unknown) {
  const { originalRequest, originalResponse, causingError } = (error ?? {}) as Partial<DetailedError>;
  const cause = originalResponse
    ? new CallError(originalResponse.getStatus(), originalResponse.getBody())
    : (causingError ?? error);
  if (cause instanceof DOMException) {
    const sentence = 'This file cannot be read: it was moved or changed. Discard it and add it again.';
    return { sentence, isPassing: false, isGone: false };
  }
  const status = statusOf(cause);
  // The server is at another offset.
  const isBehind = status === 409 && originalRequest?.getMethod() === 'PATCH';
  return {
    sentence: sentenceOf(cause),
    isPassing: status >= 500 || isBehind || PASSING.includes(status),
    isGone: status === 404 || status === 410,
  };
}
