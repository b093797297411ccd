import type { Handlers } from '@vesper/core/http/mount.ts';
import type { Crawler } from './admit.ts';
import { type CrawlerRuns, crawlerState, getRun, listRuns, startCrawl, stopCrawl } from './runs.ts';
import { crawlSitemaps } from './sitemap/sitemap-crawl.ts';
import { describeSitemapSource } from './sitemap/sitemap-source.ts';
import { viewRun, viewRunDetails, viewStatus } from './view.ts';

export function crawlerRoutes(runs: CrawlerRuns): Handlers['crawler'] {
  return {
    status: async () => viewStatus(await crawlerState(runs)),
    runs: async (query) => (await listRuns(runs.db, query)).map(viewRun),
    run: async ({ id }) => viewRunDetails(await getRun(runs.db, id)),
    async start(_, { act }) {
      const run = await startCrawl(runs, runs.schedule.dailyTarget);
      act.changed({ subject: run.id, after: { status: run.status, targetCount: run.target_count } });
      return viewRun({ ...run, videos_open: 0 });
    },
    async stop({ runId }, { act }) {
      const cancelledDownloads = await stopCrawl(runs, runId);
      act.changed({ after: { status: 'cancelled', cancelledDownloads } });
      return { message: 'The crawler was stopped.', cancelledDownloads };
    },
  };
}

export function sitemapCrawlRoutes(crawler: Crawler): Handlers['sitemapCrawls'] {
  return {
    source: () => describeSitemapSource(crawler.db),
    async start(request, { act }) {
      const result = await crawlSitemaps(crawler, request);
      act.changed({ after: { jobsCreated: result.jobsCreated, dryRun: result.dryRun } });
      return result;
    },
  };
}
