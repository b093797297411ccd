import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteRange } from '@vesper/core/storage/storage.ts';

const readInto = promisify(read);

/** Smaller, system calls dominate; larger, bytes fall out of the CPU cache. Measured by script/bench delivery. */
const CHUNK_BYTES = 256 * 1024;
/** The chunk size beyond MOST_LARGE transfers: a thousand slow visitors would otherwise take 256 MB. */
const SMALL_CHUNK_BYTES = 64 * 1024;
const MOST_LARGE = 256;
/** Reuse: allocating memory costs as much as filling it. */
const MOST_KEPT = 64;

const kept: Buffer[] = [];
let lent = 0;

/** Reads a range of an open file; a chunk is valid only until the next. Throws if the file ends too soon. */
export async function* readChunks(fd: number, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(lent < MOST_LARGE ? CHUNK_BYTES : SMALL_CHUNK_BYTES);
  lent += 1;
  let isFinished = false;
  try {
    let position = start;
    while (position <= end) {
      const wanted = Math.min(buffer.length, end - position + 1);
      const { bytesRead } = await readInto(fd, buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error('A stored file is shorter than expected.');
      position += bytesRead;
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
    isFinished = true;
  } finally {
    lent -= 1;
    // After an aborted transfer the socket may still hold the buffer.
    if (isFinished && buffer.length === CHUNK_BYTES && kept.length < MOST_KEPT) kept.push(buffer);
  }
}
