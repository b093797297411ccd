import { orAborted } from '@vesper/core/lib/outbound/transfer-control.ts';
import type { FastifyReply } from 'fastify';

/** A connection that reads nothing for this long is closed; players resume. */
const STALL_MS = 120_000;

type Response = FastifyReply['raw'];

export interface Sending {
  /** Aborting ends the transfer; also aborted here when the visitor leaves. */
  ending: AbortController;
  /** Called once, before the first bytes: sends the headers. */
  begin: () => void;
  pace?: (bytes: number, signal: AbortSignal) => Promise<void>;
  sliceBytes?: number;
}

export class VisitorGone extends Error {}

/** A slow visitor costs one chunk of memory. Rejects if the visitor leaves or stalls, or `ending` is aborted. */
export async function sendChunks(
  response: Response,
  chunks: AsyncIterable<Buffer>,
  { ending, begin, pace, sliceBytes = Number.POSITIVE_INFINITY }: Sending,
): Promise<void> {
  const { signal } = ending;
  const onClose = () => ending.abort(new VisitorGone('The visitor closed the connection.'));
  response.once('close', onClose);
  const stalled = setTimeout(
    () => ending.abort(new VisitorGone('The visitor stopped reading.')),
    STALL_MS,
  ).unref();
  if (response.destroyed) onClose();
  try {
    for await (const chunk of chunks) {
      for (const slice of slicesOf(chunk, sliceBytes)) {
        signal.throwIfAborted();
        await pace?.(slice.length, signal);
        if (!response.headersSent) begin();
        await orAborted(write(response, slice), signal);
        stalled.refresh();
      }
    }
  } finally {
    clearTimeout(stalled);
    response.off('close', onClose);
  }
}

/** A failed write may precede 'close'. */
function write(response: Response, chunk: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(chunk, (error) =>
      error ? reject(new VisitorGone(error.message, { cause: error })) : resolve(),
    );
  });
}

function* slicesOf(chunk: Buffer, sliceBytes: number): Generator<Buffer> {
  if (chunk.length <= sliceBytes) return yield chunk;
  for (let start = 0; start < chunk.length; start += sliceBytes)
    yield chunk.subarray(start, start + sliceBytes);
}
