import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { UPLOAD_PART_BYTES } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { DiskError } from '@vesper/core/lib/files/disk-error.ts';
import { ignoreMissing } from '@vesper/core/lib/files/missing-file.ts';
import { endWriting, noteReceived, takeWriting, type UploadRow, type Writer } from './queries.ts';
import { finishReceiving, NO_ROOM, type Receiving, requireUpload } from './uploads.ts';

/** Bytes of one request. */
export interface Part {
  offset: number;
  length: number | undefined;
  checksum?: { algorithm: string; digest: Buffer } | undefined;
  body: Readable;
}

/** A request that has died blocks others for as long. */
const LEASE_SECONDS = 20;
const NOTE_MS = 4000;
const BLOCK_BYTES = 1024 ** 2;

export function fileOf(folder: string, id: string): string {
  return path.join(folder, id);
}

export async function removeFile(folder: string, id: string): Promise<void> {
  await rm(fileOf(folder, id), { force: true });
}

/** How many of its bytes are safe on disk: after a power cut or a restore, fewer than noted. */
export async function offsetOf(
  { uploadsDirectory }: Pick<Receiving, 'uploadsDirectory'>,
  upload: UploadRow,
): Promise<number> {
  if (upload.state !== 'receiving') return upload.received_bytes;
  const file = await stat(fileOf(uploadsDirectory, upload.id)).catch(ignoreMissing);
  return Math.min(file?.size ?? 0, upload.received_bytes);
}

/** Returns the next offset. What arrived before an error is kept, except under a checksum. */
export async function receivePart(receiving: Receiving, id: string, part: Part): Promise<number> {
  const { db } = receiving;
  const writer = { id, key: randomUUID() };
  if (!(await takeWriting(db, writer, LEASE_SECONDS))) {
    await requireReceiving(db, id);
    throw new AppError('locked', 'Another request is sending this file. Please try again in a moment.');
  }
  try {
    const upload = await requireReceiving(db, id);
    requireFits(upload, part);
    if ((await offsetOf(receiving, upload)) !== part.offset)
      throw new AppError(
        'conflict',
        'The file is not at this offset. Ask for it by HEAD, and continue from there.',
      );
    const offset = await writePart(receiving, { part, upload, writer });
    if (offset === upload.size_bytes) await finishReceiving(db, id);
    return offset;
  } finally {
    await endWriting(db, writer);
  }
}

async function requireReceiving(db: Db, id: string): Promise<UploadRow> {
  const upload = await requireUpload(db, id);
  if (upload.state === 'receiving') return upload;
  throw new AppError(
    'gone',
    upload.state === 'ended' ? 'This upload has ended.' : 'This upload is complete.',
  );
}

function requireFits({ size_bytes: size }: UploadRow, { offset, length = 0 }: Part): void {
  if (length > UPLOAD_PART_BYTES)
    throw new AppError('payload_too_large', 'Please send the file in parts of at most 64 MB.');
  if (offset + length > size)
    throw new AppError('payload_too_large', 'The part is longer than the rest of the file.');
}

interface Writing {
  part: Part;
  upload: UploadRow;
  writer: Writer;
}

async function writePart(receiving: Receiving, { part, upload, writer }: Writing): Promise<number> {
  const { db, disks } = receiving;
  const hash = part.checksum && createHash(part.checksum.algorithm);
  let position = part.offset;
  let isVerified = hash === undefined;
  let notedAt = performance.now();
  try {
    const file = await openAt(receiving, upload.id, part.offset);
    const note = async () => {
      await file.datasync();
      return noteReceived(db, writer, isVerified ? position : part.offset);
    };
    try {
      for await (const block of blocksOf(part.body)) {
        // Before the write: after a long silence another request may be writing.
        if (performance.now() - notedAt > NOTE_MS) {
          if (!((await takeWriting(db, writer, LEASE_SECONDS)) && (await note())))
            throw new AppError('gone', 'This upload has ended, or another request continues it.');
          notedAt = performance.now();
        }
        requireFits(upload, { ...part, length: position - part.offset + block.bytes });
        for (const chunk of block.chunks) hash?.update(chunk);
        await disks.requireRoom();
        await writeAll(file, block, position);
        position += block.bytes;
      }
      requireChecksum(part, hash);
      isVerified = true;
    } finally {
      await note().finally(() => file.close());
    }
    return position;
  } catch (error) {
    throw disks.blame(error) instanceof DiskError ? new AppError('no_room', NO_ROOM) : error;
  }
}

/** Drops bytes that were written but not noted. */
async function openAt({ uploadsDirectory }: Receiving, id: string, offset: number): Promise<FileHandle> {
  await mkdir(uploadsDirectory, { recursive: true, mode: 0o700 });
  const file = await open(fileOf(uploadsDirectory, id), offset === 0 ? 'w' : 'r+');
  await file.truncate(offset);
  return file;
}

function requireChecksum({ checksum }: Part, hash: Hash | undefined): void {
  if (!checksum || hash?.digest().equals(checksum.digest)) return;
  throw new AppError(
    'checksum_mismatch',
    'These bytes are not those of the checksum. Please send them again.',
  );
}

interface Block {
  chunks: Buffer[];
  bytes: number;
}

/** Gathers chunks to about 1 MB per write. Yields what has arrived before it throws. */
async function* blocksOf(body: Readable): AsyncGenerator<Block, void, undefined> {
  let block: Block = { chunks: [], bytes: 0 };
  let isBroken = false;
  try {
    // Destroying it would close the connection before the answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      block.chunks.push(chunk);
      block.bytes += chunk.length;
      if (block.bytes < BLOCK_BYTES) continue;
      yield block;
      block = { chunks: [], bytes: 0 };
    }
  } catch {
    isBroken = true;
  }
  if (block.bytes > 0) yield block;
  if (isBroken) throw new AppError('bad_request', 'The connection was lost.');
}

/** The system may write less than it is given. */
async function writeAll(file: FileHandle, { chunks, bytes }: Block, position: number): Promise<void> {
  let { bytesWritten: done } = await file.writev(chunks, position);
  const all = done < bytes ? Buffer.concat(chunks) : undefined;
  while (all && done < bytes)
    done += (await file.write(all, done, bytes - done, position + done)).bytesWritten;
}
