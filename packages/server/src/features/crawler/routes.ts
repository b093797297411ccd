import type { Handlers } from '../../http/mount.ts';
import { selectLatestRuns } from './queries.ts';
import { type CrawlerRuns, crawlerState, startCrawl, stopCrawl } from './runs.ts';
import { crawlSitemaps } from './sitemap-crawl.ts';
import { describeSitemapSource } from './sitemap-source.ts';
import type { SitemapCrawler } from './sitemap-steps.ts';
import { viewRun, viewStatus } from './view.ts';

export function crawlerRoutes(runs: CrawlerRuns): Handlers['crawler'] {
  return {
    status: async () => viewStatus(await crawlerState(runs)),
    runs: async ({ limit }) => (await selectLatestRuns(runs.db, limit)).map(viewRun),
    start: async () => viewRun({ ...(await startCrawl(runs, runs.schedule.dailyTarget)), videos_open: 0 }),
    stop: async () => {
      const cancelledDownloads = await stopCrawl(runs);
      return { message: 'The crawler was stopped.', cancelledDownloads };
    },
  };
}

export function sitemapCrawlRoutes(crawler: SitemapCrawler): Handlers['sitemapCrawls'] {
  return {
    source: () => describeSitemapSource(crawler.db),
    start: (request) => crawlSitemaps(crawler, request),
  };
}
