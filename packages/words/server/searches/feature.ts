import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import { createNetworkLimit } from '@vesper/core/lib/outbound/network-limit.ts';
import type { SynonymDirectory } from '@vesper/library/search';
import * as jobs from './jobs.ts';
import { searchRoutes } from './routes.ts';
import { createSearchRecorder, forgetSearches } from './searches.ts';
import { createRenewal, type RenewalDeps } from './suggestions.ts';

/** Generous, as many people may share a network. */
const MOST_SUGGESTED_AN_HOUR = 20_000;

interface SearchDeps extends RenewalDeps {
  counts: Counts;
  synonyms: SynonymDirectory;
}

export const searchesFeature = defineFeature({
  room: 'words/searches',
  tables: {
    search_counts: { clearing: 'keeps' },
    search_marks: { clearing: 'keeps' },
    search_suggestions: { clearing: 'empties' },
    searches: { clearing: 'keeps' },
    settled_searches: { clearing: 'keeps' },
  },
  calls(deps: SearchDeps) {
    const limit = createNetworkLimit(deps.counts, {
      name: 'suggestions',
      mostAnHour: MOST_SUGGESTED_AN_HOUR,
    });
    return { searches: searchRoutes(deps, createSearchRecorder(deps), limit) };
  },
  jobs: bindJobs(jobs, (deps: RenewalDeps) => {
    const renew = createRenewal(deps);
    return {
      forgetSearchesJob: () => forgetSearches(deps.db, deps.clock.now()),
      suggestionsJob: (_data, { signal }) => renew(signal),
    };
  }),
});
