import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Manners } from '../manners/index.ts';
import { crawlerCommands } from './commands.ts';
import { crawlSources } from './crawler.ts';
import { dryRun } from './dry-run.ts';
import * as jobs from './jobs.ts';
import { crawlerRoutes, sitemapCrawlRoutes } from './routes.ts';
import { crawlerRuns, type RunParts, requeueRun, startScheduledCrawl } from './runs.ts';
import { cronOf } from './schedule.ts';
import type { SourceLooks } from './source-look.ts';

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
    },
  }),
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
  commands: crawlerCommands,
});
