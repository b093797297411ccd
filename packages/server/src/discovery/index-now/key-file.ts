import type { FastifyInstance } from 'fastify';
import type { Db } from '../../kernel/db/pool.ts';
import { hostnameOf } from '../../kernel/http/origin.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { findKey } from './queries.ts';

/** Serves a domain's key, by which engines know that a submission is the site's own. */
export function mountKeyFile(
  app: FastifyInstance,
  { db, domains }: { db: Db; domains: Pick<DomainDirectory, 'nameFor'> },
): void {
  app.get<{ Params: { key: string } }>('/:key(^[0-9a-f]{32}).txt', async (request, reply) => {
    const { key } = request.params;
    if ((await findKey(db, await domains.nameFor(hostnameOf(request)))) !== key)
      throw new AppError('not_found', 'This file does not exist.');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(key);
  });
}
