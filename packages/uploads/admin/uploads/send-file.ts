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
  onProgress: (bytes: number) => void;
}

/** The connection may belong to a network that this computer has left. */
const SILENCE_MS = 60_000;
const TICK_MS = 500;
/** A broken connection loses a part, so it is as long as this takes. */
const PART_MS = 5_000;
const SMALLEST_PART = 256 * 1024;
const LARGEST_PART = 16 * 1024 ** 2;

/** Sends what the server does not have. Tries once; `failureOf` explains a rejection. */
export function sendFile({ file, id, metadata, signal, ...on }: Sending): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes: number | undefined;
  let heardAt = Date.now();
  let partAt = 0;
  let checksum: string | undefined;
  const upload = new Upload(file, {
    // With an endpoint, a refused HEAD would begin another upload.
    ...(id === undefined ? { endpoint: location.origin + UPLOADS_PATH } : { uploadUrl: addressOf(id) }),
    metadata,
    chunkSize: SMALLEST_PART,
    retryDelays: null,
    storeFingerprintForResuming: false,
    fileReader: {
      openFile: async () => ({
        size: file.size,
        async slice(start, end) {
          const value = file.slice(start, end);
          const hash = await sha256(value);
          checksum = hash && btoa(String.fromCharCode(...hash));
          signal.throwIfAborted();
          return { value, done: end >= file.size };
        },
        close() {},
      }),
    },
    onBeforeRequest(request) {
      partAt = Date.now();
      if (request.getMethod() === 'PATCH' && checksum)
        request.setHeader('Upload-Checksum', `sha256 ${checksum}`);
    },
    async onAfterResponse(request, response) {
      heardAt = Date.now();
      if (request.getMethod() === 'PATCH' || response.getStatus() > 299) return;
      const begun = response.getHeader('Location');
      if (begun) on.onBegun(begun.slice(begun.lastIndexOf('/') + 1));
      await on.onReady();
    },
    onProgress(sent) {
      bytes = sent;
      heardAt = Date.now();
    },
    onChunkComplete(size) {
      const fitting = (size * PART_MS) / Math.max(1, Date.now() - partAt);
      upload.options.chunkSize = Math.round(Math.min(LARGEST_PART, Math.max(SMALLEST_PART, fitting)));
    },
    onSuccess: () => resolve(),
    onError: reject,
  });
  const stop = () => {
    void upload.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop);
  const watch = setInterval(() => {
    if (bytes !== undefined) on.onProgress(bytes);
    if (Date.now() - heardAt > SILENCE_MS) stop();
  }, TICK_MS);
  upload.start();
  return promise.finally(() => {
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  });
}

export async function endUpload(id: string): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0' };
  const response = await fetch(addressOf(id), { method: 'DELETE', headers });
  const { status } = response;
  if (!response.ok && status !== 404 && status !== 410) throw new CallError(status, await response.text());
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

export interface Failure {
  sentence: string;
  /** Worth another try. */
  isPassing: boolean;
  /** The upload has ended, by itself or by someone's hand. */
  isGone: boolean;
}

/** Of requests: timed out, at another offset, locked, too many, damaged on the way. */
const PASSING = [0, 408, 409, 423, 429, 460];

export function failureOf(error: unknown): Failure {
  const { originalResponse, causingError } = (error ?? {}) as Partial<DetailedError>;
  const cause = originalResponse
    ? new CallError(originalResponse.getStatus(), originalResponse.getBody())
    : (causingError ?? error);
  if (cause instanceof DOMException)
    return {
      sentence: 'This file cannot be read: it was moved or changed. Discard it and add it again.',
      isPassing: false,
      isGone: false,
    };
  const status = statusOf(cause);
  return {
    sentence: sentenceOf(cause),
    isPassing: status >= 500 || PASSING.includes(status),
    isGone: status === 404 || status === 410,
  };
}
