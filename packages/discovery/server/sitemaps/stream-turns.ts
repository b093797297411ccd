import { AppError } from '@vesper/core/lib/app-error.ts';
import { type Counts, createConcurrentLimit } from '@vesper/core/lib/counts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';

/** Per process: each reads up to 15,000 rows and packs 10 MB. */
const MOST_AT_ONCE = 4;
const MOST_WAITING = 16;
/** One slow visitor must not hold all turns. */
const MOST_OF_A_NETWORK = 2;
/** 10 MB at 100 KB/s. */
const MOST_MS = 100_000;
const RETRY_AFTER_SECONDS = 10;

export function createStreamTurns(counts: Counts, mostMs = MOST_MS) {
  const networks = createConcurrentLimit(counts, { name: 'sitemaps', most: MOST_OF_A_NETWORK });
  const inTurn = pLimit(MOST_AT_ONCE);

  /** Undefined if too many wait. Call the result once to leave. */
  async function enter(): Promise<(() => void) | undefined> {
    if (inTurn.pendingCount >= MOST_WAITING) return undefined;
    return new Promise((resolve) => void inTurn(() => new Promise<void>((leave) => resolve(leave))));
  }

  /**
   * Waits for a turn. It ends with the answer, which is cut off after `mostMs`. Throws too_many_requests or
   * unavailable.
   */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const end = await networks.begin(request.ip);
    const leave = end && (await enter());
    if (!leave) {
      end?.();
      reply.header('retry-after', RETRY_AFTER_SECONDS);
      throw end
        ? new AppError('unavailable', 'Too many sitemaps are being read. Please try again in a few seconds.')
        : new AppError(
            'too_many_requests',
            'Your network is reading too many sitemaps at once. Please try again in a few seconds.',
          );
    }
    const { socket } = request.raw;
    const cutOff = setTimeout(() => socket.destroy(), mostMs).unref();
    const over = () => {
      clearTimeout(cutOff);
      reply.raw.off('close', over);
      socket.off('close', over);
      leave();
      end();
    };
    reply.raw.on('close', over);
    // A response still queued on the connection gets no close event.
    socket.on('close', over);
    if (!socket.destroyed) return;
    over();
    throw new AppError('unavailable', 'The connection was closed.');
  };
}
