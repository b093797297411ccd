import { type RulesToTry, routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { dailyCron } from '@vesper/core/jobs/define.ts';
import type { PauseTuning } from '@vesper/core/jobs/retry-rules.ts';
import type { Manners } from '../manners/index.ts';
import { crawlerCommands } from './commands.ts';
import { crawlSources } from './crawler.ts';
import { queueDueItems } from './due-items.ts';
import * as jobs from './jobs.ts';
import { crawlerRoutes, sitemapCrawlRoutes } from './routes.ts';
import { crawlerRuns, type RunParts, requeueRun, startScheduledCrawl } from './runs.ts';
import { dryRun } from './trying/dry-run.ts';
import type { SourceLooks } from './trying/source-look.ts';
import { tryRules } from './trying/try-rules.ts';

interface WorkerParts extends RunParts {
  manners: Manners;
  tuning: { downloads?: PauseTuning };
}

export const crawlerFeature = defineFeature({
  room: 'intake/crawler',
  tables: {
    crawler_problems: { clearing: 'keeps', shownBy: [routes.crawler.runs, routes.crawler.run] },
    crawler_runs: { clearing: 'keeps', shownBy: [routes.crawler, routes.ledger.ofRun] },
    sitemap_cursors: { clearing: 'keeps' },
  },
  calls: ({
    db,
    queue,
    clock,
    config,
    manners,
    looks,
  }: RunParts & { manners: Manners; looks: SourceLooks }) => ({
    crawler: crawlerRoutes(crawlerRuns({ db, queue, clock, config })),
    sitemapCrawls: sitemapCrawlRoutes({ db, clock, manners }),
    sources: {
      look: looks.look,
      dryRun: ({ id }: { id: string }) => dryRun({ db, clock, manners }, id),
      tryRules: ({ id, ...trial }: RulesToTry & { id: string }) => tryRules({ db, manners }, id, trial),
    },
  }),
  jobs: bindJobs(jobs, ({ db, queue, clock, config, manners, tuning }: WorkerParts) => {
    const runs = crawlerRuns({ db, queue, clock, config });
    return {
      crawlJob: ({ runId }, { signal }) =>
        crawlSources({ ...runs, manners, pauseScale: tuning.downloads?.pauseScale }, runId, signal),
      requeueRunJob: () => requeueRun(runs),
      comeBackJob: () => queueDueItems({ db, clock }, config.timeZone),
      dailyCrawlJob: {
        cron: () => dailyCron(runs.schedule.time),
        run: async () => void (await startScheduledCrawl(runs)),
      },
    };
  }),
  commands: crawlerCommands,
});
