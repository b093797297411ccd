import type { Call } from '@vesper/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPageCache } from './page-cache.ts';
import type { TokenCookie } from './token-cookie.ts';

const MAX_BYTES = 16 * 1024 * 1024;
const COMPRESSED_FROM_BYTES = 1024;

interface SharedCall {
  call: Call;
  host: string;
  ask: () => Promise<{ status: number; body: unknown }>;
}

export function createSharedAnswers() {
  const cache = createPageCache({ maxBytes: MAX_BYTES });
  return {
    clear: cache.clear,
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      { call, host, ask }: SharedCall,
    ): Promise<Buffer> {
      const answer = await cache.get(`${host} ${addressOf(call, request)}`, async () => {
        const { status, body } = await ask();
        const isGood = status === 200;
        return { status, body: JSON.stringify(body), policy: '', isWanted: isGood, isKept: isGood };
      });
      reply.code(answer.status).type('application/json; charset=utf-8');
      if (answer.plain.length < COMPRESSED_FROM_BYTES) return answer.plain;
      const { encoding, body } = await answer.encoded(request.headers['accept-encoding'] ?? '');
      if (encoding) reply.header('content-encoding', encoding);
      reply.header('vary', 'accept-encoding');
      return body;
    },
  };
}

function addressOf({ query }: Call, request: FastifyRequest): string {
  const [path = ''] = request.url.split('?');
  const given = request.query as Record<string, unknown>;
  return JSON.stringify([path, ...Object.keys(query?.shape ?? {}).map((name) => given[name])]);
}

interface Caller {
  session: Pick<TokenCookie, 'token'>;
  bearer: string | undefined;
}

/** Not for administrators, who may just have changed what it reads. */
export function mayShare(call: Call, { session, bearer }: Caller): boolean {
  return call.isShared === true && session.token === undefined && bearer === undefined;
}
