import type { FastifyReply } from 'fastify';
import { orAborted } from '../../kernel/lib/transfer-control.ts';

/** A visitor who takes nothing for so long is let go; a player that goes on asks for the rest. */
const STALL_MS = 120_000;

type Response = FastifyReply['raw'];

export interface Sending {
  /** Ends the transfer at once, in the middle. */
  signal: AbortSignal;
  /** Resolves when so many bytes may be sent. */
  pace?: (bytes: number, signal: AbortSignal) => Promise<void>;
  /** No more than so many at a time. */
  sliceBytes?: number;
}

/** What ended the transfer was the visitor. */
export class VisitorGone extends Error {}

/**
 * Writes the chunks, each only when the one before has left us, so that a slow visitor costs one chunk of memory.
 * Rejects where the visitor goes away, stops taking anything, or the signal is aborted.
 */
export async function sendChunks(
  response: Response,
  chunks: AsyncIterable<Buffer>,
  { signal, pace, sliceBytes = Number.POSITIVE_INFINITY }: Sending,
): Promise<void> {
  const gone = new AbortController();
  const onClose = () => gone.abort(new VisitorGone('The visitor has gone.'));
  response.once('close', onClose);
  const stalled = setTimeout(
    () => gone.abort(new VisitorGone('The visitor takes nothing.')),
    STALL_MS,
  ).unref();
  const ended = AbortSignal.any([signal, gone.signal]);
  if (response.destroyed) onClose();
  try {
    for await (const chunk of chunks) {
      for (const slice of slicesOf(chunk, sliceBytes)) {
        ended.throwIfAborted();
        await pace?.(slice.length, ended);
        await orAborted(write(response, slice), ended);
        stalled.refresh();
      }
    }
  } finally {
    clearTimeout(stalled);
    response.off('close', onClose);
  }
}

function write(response: Response, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

function* slicesOf(chunk: Buffer, sliceBytes: number): Generator<Buffer> {
  if (chunk.length <= sliceBytes) return yield chunk;
  for (let start = 0; start < chunk.length; start += sliceBytes)
    yield chunk.subarray(start, start + sliceBytes);
}
