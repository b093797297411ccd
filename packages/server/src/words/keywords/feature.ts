import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature, type OnStop } from '../../kernel/feature.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Counts } from '../../kernel/lib/counts.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { PublicVideosFor } from '../../library/videos/index.ts';
import { createKeywordViewCounter } from './keywords.ts';
import { keywordRoutes } from './routes.ts';

interface KeywordDeps {
  db: Db;
  clock: Clock;
  counts: Counts;
  log: Log;
  publicVideosFor: PublicVideosFor;
  onStop: OnStop;
}

export const keywordsFeature = defineFeature({
  room: 'words/keywords',
  tables: {
    keyword_unlinks: { clearing: 'follows' },
    keyword_videos: { clearing: 'follows' },
    keywords: { clearing: 'keeps', shownBy: [routes.keywords] },
  },
  calls({ db, clock, counts, log, publicVideosFor, onStop }: KeywordDeps) {
    const views = createKeywordViewCounter({ db, clock, counts, log });
    views.start();
    onStop(views.stop);
    return { keywords: keywordRoutes(db, publicVideosFor, views) };
  },
});
