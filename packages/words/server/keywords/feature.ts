import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature, type OnStop } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Refusals } from '@vesper/library/refusals';
import type { PublicVideosFor } from '@vesper/library/videos';
import type { DomainDirectory } from '@vesper/site/domains';
import type { ChangeFeed } from '@vesper/site/live';
import * as jobs from './jobs.ts';
import { createKeywordLinks, createKeywordViewCounter } from './keywords.ts';
import { keywordRoutes } from './routes.ts';
import { noteAll, settleNoted } from './standing.ts';

interface KeywordDeps {
  db: Db;
  clock: Clock;
  counts: Counts;
  log: Log;
  publicVideosFor: PublicVideosFor;
  feed: ChangeFeed;
  onStop: OnStop;
  refusals: Refusals;
  domains: DomainDirectory;
}

export const keywordsFeature = defineFeature({
  room: 'words/keywords',
  tables: {
    keyword_addresses: { clearing: 'keeps' },
    keyword_changes: { clearing: 'keeps' },
    keyword_standing: { clearing: 'keeps' },
    keyword_unlinks: { clearing: 'follows' },
    keyword_videos: { clearing: 'follows' },
    keywords: { clearing: 'keeps', shownBy: [routes.keywords] },
  },
  calls({ db, clock, counts, log, publicVideosFor, feed, onStop, refusals, domains }: KeywordDeps) {
    const views = createKeywordViewCounter({ db, clock, counts, log });
    const links = createKeywordLinks(db);
    feed.watch(['keywords', 'languages'], links.forget);
    views.start();
    onStop(views.stop);
    return { keywords: keywordRoutes(db, publicVideosFor, views, { links, refusals, domains }) };
  },
  jobs: bindJobs(jobs, ({ db }: Pick<KeywordDeps, 'db'>) => ({
    keywordStandingsJob: (_data, { signal }) => settleNoted(db, signal),
    allKeywordsJob: (_data, { signal }) => noteAll(db, signal),
  })),
});
