import { pageHref, siteOrigin } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../kernel/db/pool.ts';
import { hostnameOf, originOf } from '../../kernel/http/origin.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { keysOf } from './old-address.ts';
import { selectOldAddress } from './queries.ts';

interface LeadsOn {
  db: Db;
  domains: Pick<DomainDirectory, 'nameFor' | 'otherOwner'>;
}

/**
 * Where a request for a page that does not exist is led: to the page of the video that was at that address of another
 * site, on the domain that owns it. A video that was taken off answers there as it does. Undefined for any other.
 */
export async function newAddressOf(
  { db, domains }: LeadsOn,
  request: FastifyRequest,
): Promise<string | undefined> {
  const keys = keysOf(request.url);
  if (keys.length === 0) return undefined;
  const hostname = hostnameOf(request);
  const found = await selectOldAddress(db, keys, await domains.nameFor(hostname));
  if (!found) return undefined;
  const path = pageHref.video(found.videoId);
  const owner = found.category === null ? undefined : await domains.otherOwner(hostname, found.category);
  return owner ? siteOrigin(owner, originOf(request)) + path : path;
}
