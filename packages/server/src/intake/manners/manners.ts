import type { Db } from '../../kernel/db/pool.ts';
import { type Clock, systemClock } from '../../kernel/lib/clock.ts';
import type { SafeFetch, TransferLimits } from '../../kernel/lib/safe-fetch.ts';
import { createBreaker } from './breaker.ts';
import { selectRobotsFile, upsertRobotsFile } from './file-queries.ts';
import { createHostQueue, type Sleep } from './host-queue.ts';
import { type Pace, USUAL_PACE } from './pace.ts';
import { createPlaces } from './places.ts';
import { createRobotsCache, type RobotsCache } from './robots.ts';
import { type VisitDeps, visit } from './visit.ts';

/** How this program behaves towards the sites that it reads. */
export interface Manners {
  /**
   * A fetch that keeps a source's manners, or the usual ones where an address has no source. Before each request,
   * redirects included, the site's robots.txt is asked and the host's turn waited for. Beside the errors of any
   * fetch it throws `robots`, `robots_unreachable`, `host_waits` (the turn is too far away, or the host asked for a
   * pause) and `source_paused` (an open breaker); the last two with `retryAfterMs` and without a request.
   *
   * With the option `conditional`, a file that `rememberFile` knows is asked for only if it has changed: then a 304
   * without a body is an answer. Never for an index, whose files would go unseen.
   *
   * `plannedUrl` is the address of a source that is not added yet: where its site refuses the robots.txt (401, 403,
   * 451), which would stop the source, this throws `robots`.
   */
  fetchFor(sourceId: string | null, options?: { maxWaitMs?: number; plannedUrl?: string }): SafeFetch;
}

export interface MannersOptions {
  db: Db;
  fetch: SafeFetch;
  /** The name by which robots.txt files address this crawler. */
  productToken: string;
  pace?: Partial<Pace> | undefined;
  /** Limits for reading a robots.txt. */
  transfer?: Partial<TransferLimits> | undefined;
  /** The database's own unless given. */
  clock?: Clock | undefined;
  sleep?: Sleep | undefined;
  random?: (() => number) | undefined;
}

/** All that has to last is in the database: any number of workers, killed at any moment, keep to it together. */
export function createManners(options: MannersOptions): Manners {
  const { db, fetch, clock } = options;
  const pace = { ...USUAL_PACE, ...options.pace };
  const deps: VisitDeps = {
    db,
    fetch,
    pace,
    clock: clock ?? systemClock,
    queue: createHostQueue({ ...options, pace }),
    places: createPlaces(),
    breaker: createBreaker({ db, pace, clock }),
    robots: createStoredRobots(options, clock ?? systemClock),
  };
  return {
    fetchFor:
      (sourceId, { maxWaitMs = pace.maxWaitMs, plannedUrl } = {}) =>
      (url, fetchOptions) =>
        visit(deps, { sourceId, plannedUrl, url, maxWaitMs, options: fetchOptions ?? {} }),
  };
}

function createStoredRobots(
  { db, fetch, productToken, transfer }: MannersOptions,
  clock: Clock,
): RobotsCache {
  return createRobotsCache({
    fetch,
    clock,
    productToken,
    transfer,
    store: {
      load: (origin) => selectRobotsFile(db, origin),
      save: (origin, file) => upsertRobotsFile(db, origin, file, clock.now()),
    },
  });
}
