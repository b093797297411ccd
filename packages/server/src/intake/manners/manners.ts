import type { Db } from '../../kernel/db/pool.ts';
import { type Clock, systemClock } from '../../kernel/lib/clock.ts';
import type { SafeFetch } from '../../kernel/lib/outbound/safe-fetch.ts';
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
   * A polite fetch for a source, or with default limits where an address has no source. Before each request, redirects
   * included, it consults the site's robots.txt and waits for the host's turn. Besides the errors of any fetch it
   * throws `robots`, `robots_unreachable`, `host_waits` (the turn is too far away, or the host asked for a pause) and
   * `source_paused` (an open breaker); the last two with `retryAfterMs` and before any request. With the option
   * `conditional`, a file known to `rememberFile` is requested only if it has changed: a 304 without a body is then an
   * answer. Never use it for an index, whose files would be skipped. `plannedUrl` is the address of a source not added
   * yet: if its site refuses robots.txt (401, 403, 451), which would stop the source, this throws `robots`.
   */
  fetchFor(sourceId: string | null, options?: { maxWaitMs?: number; plannedUrl?: string }): SafeFetch;
}

export interface MannersOptions {
  db: Db;
  fetch: SafeFetch;
  pace?: Partial<Pace> | undefined;
  /** The database's by default. */
  clock?: Clock | undefined;
  sleep?: Sleep | undefined;
  random?: (() => number) | undefined;
}

/** All lasting state is in the database: any number of workers share it, and may be killed at any moment. */
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

function createStoredRobots({ db, fetch }: MannersOptions, clock: Clock): RobotsCache {
  return createRobotsCache({
    fetch,
    clock,
    store: {
      load: (origin) => selectRobotsFile(db, origin),
      save: (origin, file) => upsertRobotsFile(db, origin, file, clock.now()),
    },
  });
}
