import { pageHref, siteOrigin } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { hostnameOf, originOf } from '@vesper/core/http/origin.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import type { DomainDirectory } from '@vesper/site/domains';
import type { ChangeFeed } from '@vesper/site/live';
import type { FastifyRequest } from 'fastify';
import { keysOf } from './old-address.ts';
import { hasOldAddresses, selectOldAddress } from './queries.ts';

interface LeadsOn {
  db: Db;
  domains: Pick<DomainDirectory, 'nameFor' | 'otherOwner'>;
  feed: ChangeFeed;
}

/** For a process that missed the first addresses. */
const ANY_MS = 60_000;

export function createOldAddresses({ db, domains, feed }: LeadsOn) {
  // Cached: most sites have none, and a flood of wrong addresses should cost nothing.
  const any = createHeld(() => hasOldAddresses(db), ANY_MS);
  feed.watch(['moved_films'], any.forget);
  return {
    newAddressOf: async (request: FastifyRequest) =>
      (await any.get()) ? newAddressOf({ db, domains }, request) : undefined,
  };
}

/** Redirects a missing page to the video that had this address at another site, on the domain that owns it. */
async function newAddressOf(
  { db, domains }: Pick<LeadsOn, 'db' | 'domains'>,
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
