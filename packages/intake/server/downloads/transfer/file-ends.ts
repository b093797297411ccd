import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { readBytes } from '@vesper/core/lib/outbound/response-body.ts';
import type { SafeFetch, SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { playlistKind } from './playlist-error.ts';
import { refuseBody } from './video-sniff.ts';

/** Enough to tell files of equal length apart. */
export const END_BYTES = 64 * 1024;

export interface FirstBytes {
  sizeBytes: number;
  /** Of the first 64 KiB. */
  firstSha256: Buffer;
}

export interface FileEnds extends FirstBytes {
  /** Of the last 64 KiB, or of all of a shorter file. */
  lastSha256: Buffer;
}

export async function hashFirstBytes(path: string): Promise<Buffer> {
  return sha256(await readPiece(path, 0));
}

export async function hashEnds(path: string, sizeBytes: number): Promise<FileEnds> {
  const firstSha256 = await hashFirstBytes(path);
  return { sizeBytes, firstSha256, lastSha256: sha256(await readPiece(path, lastStart(sizeBytes))) };
}

/** Undefined for a playlist or unknown length. Throws SourceError, `not_video` for a web page. */
export async function readFirstBytesAt(
  url: string,
  { fetch, signal }: { fetch: SafeFetch; signal: AbortSignal },
): Promise<FirstBytes | undefined> {
  const headers = { accept: 'video/*, */*;q=0.5', range: `bytes=0-${END_BYTES - 1}` };
  const response = await fetch(url, { decompress: false, headers, signal });
  try {
    const { status } = response;
    if (status !== 200 && status !== 206) throw statusError(status, response.headers['retry-after']);
    const { bytes } = await readBytes(response.body, END_BYTES);
    if (playlistKind(bytes)) return undefined;
    refuseBody(bytes);
    const sizeBytes = wholeLength(response);
    return sizeBytes === undefined ? undefined : { sizeBytes, firstSha256: sha256(bytes) };
  } finally {
    response.discard();
  }
}

function wholeLength({ status, headers }: SafeResponse): number | undefined {
  const [, length] =
    status === 206
      ? (/^bytes\s+0-\d+\/(\d{1,15})$/i.exec(headers['content-range']?.trim() ?? '') ?? [])
      : (/^(\d{1,15})$/.exec(headers['content-length'] ?? '') ?? []);
  return length === undefined ? undefined : Number(length);
}

/** Undefined if the server does not answer with exactly that range. */
export async function hashLastBytesAt(
  url: string,
  { sizeBytes, fetch, signal }: { sizeBytes: number; fetch: SafeFetch; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const start = lastStart(sizeBytes);
  const headers = { accept: 'video/*, */*;q=0.5', range: `bytes=${start}-${sizeBytes - 1}` };
  const response = await fetch(url, { decompress: false, headers, signal });
  try {
    const isAnswer =
      response.headers['content-range']?.trim() === `bytes ${start}-${sizeBytes - 1}/${sizeBytes}`;
    if (response.status !== 206 || !isAnswer) return undefined;
    return sha256((await readBytes(response.body, END_BYTES)).bytes);
  } finally {
    response.discard();
  }
}

function lastStart(sizeBytes: number): number {
  return Math.max(0, sizeBytes - END_BYTES);
}

async function readPiece(path: string, start: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
