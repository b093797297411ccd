import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { NetworkLimit } from '../../kernel/lib/network-limit.ts';
import { listSearches, type SearchRecorder, settleSearch } from './searches.ts';
import { suggest } from './suggestions.ts';

export function searchRoutes(
  { db, clock }: { db: Db; clock: Clock },
  recorder: SearchRecorder,
  limit: NetworkLimit,
): Handlers['searches'] {
  return {
    suggest: async (input, { visitor }) => {
      if (!(await limit.take(visitor.address)))
        throw new AppError('too_many_requests', 'Too many suggestions: please try again later.');
      return { suggestions: await suggest(db, input) };
    },
    asked: async ({ text }, { visitor }) => ({ counted: await recorder.record({ text, visitor }) }),
    list: (query) => listSearches(db, clock.now(), query),
    settle: async ({ text, isSettled }, { act }) => {
      const changed = await settleSearch(db, text, isSettled);
      if (changed) act.changed({ subject: text, after: { isSettled } });
      return { changed };
    },
  };
}
