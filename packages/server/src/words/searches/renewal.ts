import type { Db } from '../../kernel/db/pool.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Refusals } from '../../library/refusals/index.ts';
import { createSynonymDirectory } from '../../library/search/index.ts';
import { countResults } from './searches.ts';
import { type Library, selectLibrary } from './suggestion-queries.ts';
import { renewSuggestions } from './suggestions.ts';

const MINUTE_MS = 60_000;
/** Counting what searches find is expensive, and new weights are not urgent. */
const ALL_EVERY_MS = 30 * MINUTE_MS;
/** Renewing takes a second or two in a large library, which changes all the time, and a fraction in a small one. */
const LARGE = 10_000;
const LARGE_EVERY_MS = 5 * MINUTE_MS;

/** A process's last renewal, with the library at that time. */
export interface Renewed extends Library {
  at: number;
  /** When results were counted too. */
  allAt: number;
}

/** Each minute's renewal: of everything, of the suggestions alone after videos have come or gone, or none. */
export function dueRenewal(
  last: Renewed | undefined,
  now: number,
  { videos, newest }: Library,
): 'all' | 'suggestions' | undefined {
  if (!last || now - last.allAt >= ALL_EVERY_MS) return 'all';
  if (videos === last.videos && newest === last.newest) return undefined;
  return videos > LARGE && now - last.at < LARGE_EVERY_MS ? undefined : 'suggestions';
}

export interface RenewalDeps {
  db: Db;
  clock: Clock;
  refusals: Refusals;
}

export function createRenewal({ db, clock, refusals }: RenewalDeps): (signal: AbortSignal) => Promise<void> {
  let last: Renewed | undefined;
  return async (signal) => {
    const now = clock.now();
    const at = now.getTime();
    const library = await selectLibrary(db);
    const due = dueRenewal(last, at, library);
    if (!due) return;
    if (due === 'all')
      await countResults({ db, synonyms: createSynonymDirectory(db, refusals) }, now, signal);
    await renewSuggestions(db, now);
    last = { at, allAt: due === 'all' ? at : (last?.allAt ?? at), ...library };
  };
}
