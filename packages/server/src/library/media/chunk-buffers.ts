import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { ByteRange } from '../../kernel/storage/storage.ts';

const readInto = promisify(read);

/**
 * With less the system calls cost more than the bytes, with more the bytes leave the processor's cache between reading
 * and writing: measured by script/bench delivery.
 */
const CHUNK_BYTES = 256 * 1024;
/** What more than this many transfers at once get, lest a thousand slow visitors cost a quarter of a gigabyte. */
const SMALL_CHUNK_BYTES = 64 * 1024;
const MOST_LARGE = 256;
/** Buffers are used again: fresh memory costs the system as much as filling it does. */
const MOST_KEPT = 64;

const kept: Buffer[] = [];
let lent = 0;

/**
 * The bytes of an open file's part, through one buffer: a chunk is good until the next is asked for, so that each
 * must be written by then. Throws where the file ends too soon.
 */
export async function* readChunks(fd: number, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(lent < MOST_LARGE ? CHUNK_BYTES : SMALL_CHUNK_BYTES);
  lent += 1;
  let isFinished = false;
  try {
    let position = start;
    while (position <= end) {
      const wanted = Math.min(buffer.length, end - position + 1);
      const { bytesRead } = await readInto(fd, buffer, 0, wanted, position);
      if (bytesRead === 0) throw new Error('A stored file ended before its end.');
      position += bytesRead;
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
    isFinished = true;
  } finally {
    lent -= 1;
    // After a transfer that was broken off the socket may still hold it.
    if (isFinished && buffer.length === CHUNK_BYTES && kept.length < MOST_KEPT) kept.push(buffer);
  }
}
