import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Manners } from '../manners/index.ts';
import { crawlSources } from './crawler.ts';
import * as jobs from './jobs.ts';
import { crawlerRuns, type RunParts, requeueRun, startScheduledCrawl } from './runs.ts';
import { cronOf } from './schedule.ts';

export const crawlerFeature = defineFeature({
  room: 'intake/crawler',
  tables: {
    crawler_problems: { clearing: 'keeps', shownBy: [routes.crawler.runs, routes.crawler.run] },
    crawler_runs: { clearing: 'keeps', shownBy: [routes.crawler, routes.ledger.ofRun] },
    sitemap_cursors: { clearing: 'keeps' },
  },
  jobs: bindJobs(jobs, ({ db, queue, clock, config, manners }: RunParts & { manners: Manners }) => {
    const runs = crawlerRuns({ db, queue, clock, config });
    return {
      crawlJob: ({ runId }, { signal }) => crawlSources({ ...runs, manners }, runId, signal),
      requeueRunJob: () => requeueRun(runs),
      dailyCrawlJob: {
        cron: cronOf(runs.schedule),
        run: async () => void (await startScheduledCrawl(runs)),
      },
    };
  }),
});
