import { LONGEST_COUNTED_SEARCH } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { NetworkLimit } from '@vesper/core/lib/outbound/network-limit.ts';
import type { Refusals } from '@vesper/library/refusals';
import type { SynonymsOf } from '@vesper/library/search';
import { listSearches, type SearchRecorder, settleSearch } from './searches.ts';
import { suggest } from './suggestions.ts';

interface SearchRouteDeps {
  db: Db;
  clock: Clock;
  refusals: Refusals;
  synonyms: { everywhere(): Promise<SynonymsOf> };
}

export function searchRoutes(
  { db, clock, refusals, synonyms }: SearchRouteDeps,
  recorder: SearchRecorder,
  limit: NetworkLimit,
): Handlers['searches'] {
  return {
    suggest: async (input, { visitor }) => {
      if (!(await limit.take(visitor.address)))
        throw new AppError('too_many_requests', 'Too many suggestions: please try again later.');
      const list = await refusals.get();
      if (list.isRefused(input.text)) return { suggestions: [] };
      const suggestions = await suggest(db, input);
      return { suggestions: suggestions.filter(({ text }) => !list.isRefused(text)) };
    },
    asked: async ({ text }, { visitor }) => {
      if (text.length > LONGEST_COUNTED_SEARCH || (await refusals.get()).isRefused(text))
        return { counted: false };
      return { counted: await recorder.record({ text, visitor }) };
    },
    list: async (query) => {
      const { isRefused } = await refusals.get();
      return listSearches({ db, synonyms, isRefused }, clock.now(), query);
    },
    settle: async ({ text, isSettled }, { act }) => {
      const changed = await settleSearch(db, text, isSettled);
      if (changed) act.changed({ subject: text, after: { isSettled } });
      return { changed };
    },
  };
}
