import type { Call } from '@vesper/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRecentlySeen } from '../lib/recently-seen.ts';
import { createPageCache } from './page-cache.ts';
import type { TokenCookie } from './token-cookie.ts';

/** A second of different searches and lists. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Shorter answers are not worth packing. */
const PACKED_FROM_BYTES = 1024;

/**
 * Answers of calls that are the same for every visitor of a site, packed as pages are, and shared for as long: each by
 * those who ask at once, and what was asked for lately by those who ask later.
 */
export function createSharedAnswers() {
  const cache = createPageCache({ maxBytes: MAX_BYTES });
  const wasSeen = createRecentlySeen();
  return {
    /** The next to ask sees what has just been changed. */
    clear: cache.clear,
    /** The body to send, asked for unless the same was within the last second. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      {
        call,
        host,
        ask,
      }: { call: Call; host: string; ask: () => Promise<{ status: number; body: unknown }> },
    ): Promise<Buffer> {
      const key = `${host} ${addressOf(call, request)}`;
      const answer = await cache.get(key, async () => {
        const isAskedAgain = wasSeen(key);
        const { status, body } = await ask();
        const isGood = status === 200;
        return {
          status,
          html: JSON.stringify(body),
          policy: '',
          isWanted: isGood,
          isKept: isGood && isAskedAgain,
        };
      });
      reply.code(answer.status).type('application/json; charset=utf-8');
      if (answer.plain.length < PACKED_FROM_BYTES) return answer.plain;
      const { encoding, body } = await answer.encoded(request.headers['accept-encoding'] ?? '');
      if (encoding) reply.header('content-encoding', encoding);
      reply.header('vary', 'accept-encoding');
      return body;
    },
  };
}

/** With only what the call reads, in one order. */
function addressOf({ query }: Call, request: FastifyRequest): string {
  const [path = ''] = request.url.split('?');
  const given = request.query as Record<string, unknown>;
  return JSON.stringify([path, ...Object.keys(query?.shape ?? {}).map((name) => given[name])]);
}

interface Caller {
  session: Pick<TokenCookie, 'token'>;
  bearer: string | undefined;
}

/** Whether a call may be answered so: an administrator may just have changed what it reads. */
export function mayShare(call: Call, { session, bearer }: Caller): boolean {
  return call.isShared === true && session.token === undefined && bearer === undefined;
}
