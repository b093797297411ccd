import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import * as jobs from './jobs.ts';
import { remakeStaleDocuments } from './search.ts';
import { synonymRoutes } from './synonym-routes.ts';
import { foldSearchWords } from './words/vocabulary.ts';

export const searchFeature = defineFeature({
  room: 'library/search',
  tables: {
    video_search: { clearing: 'empties' },
    // Recounted hourly.
    common_words: { clearing: 'keeps' },
    search_words: { clearing: 'empties' },
    search_word_changes: { clearing: 'empties' },
    search_vocabulary: { clearing: 'keeps' },
    search_synonyms: { clearing: 'keeps', shownBy: [routes.synonyms] },
  },
  calls: ({ db, refusals }: { db: Db; refusals: RefusedWords }) => ({
    synonyms: synonymRoutes(db, refusals),
  }),
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    searchDocumentsJob: (_data, { signal }) => remakeStaleDocuments(db, signal),
    searchWordsJob: (_data, { signal }) => foldSearchWords(db, signal),
  })),
});
