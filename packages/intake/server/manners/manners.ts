import type { Db } from '@vesper/core/db/pool.ts';
import { type Clock, systemClock } from '@vesper/core/lib/clock.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { createBreaker } from './breaker.ts';
import { selectRobotsFile, upsertRobotsFile } from './file-queries.ts';
import { createHostQueue, type Sleep } from './host-queue.ts';
import { type Pace, USUAL_PACE } from './pace.ts';
import { createPlaces } from './places.ts';
import { createRobotsCache, type RobotsCache } from './robots.ts';
import { type VisitDeps, visit } from './visit.ts';

export interface Manners {
  /**
   * A polite fetch for a source, or with default limits: checks robots.txt and waits for the host's turn before each
   * request, redirects included. Also throws `robots`, `robots_unreachable`, `host_waits` and `source_paused` (the
   * last two before any request, with `retryAfterMs`). With `conditional`, a file known to `rememberFile` may answer
   * 304: never use it for an index, whose files would be skipped. `plannedUrl` is the address of a source not added
   * yet: throws `robots` if its site refuses robots.txt.
   */
  fetchFor(sourceId: string | null, options?: { maxWaitMs?: number; plannedUrl?: string }): SafeFetch;
}

export interface MannersOptions {
  db: Db;
  fetch: SafeFetch;
  pace?: Partial<Pace> | undefined;
  clock?: Clock | undefined;
  sleep?: Sleep | undefined;
  random?: (() => number) | undefined;
}

/** All lasting state is in the database: workers share it and may be killed at any moment. */
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
