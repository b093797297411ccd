export { admitAll } from './admit-all.ts';
export { crawlSources } from './crawler.ts';
export { dryRun } from './dry-run.ts';
export { crawlJob, dailyCrawlJob, requeueRunJob } from './jobs.ts';
export { type CrawlerRunRow, selectLatestRuns, selectProblems, selectRun } from './queries.ts';
export { crawlerRoutes, sitemapCrawlRoutes } from './routes.ts';
export {
  type CrawlerRuns,
  requeueRun,
  startCrawl,
  startScheduledCrawl,
  stopCrawl,
} from './runs.ts';
export { cronOf } from './schedule.ts';
export { createSourceLooks } from './source-look.ts';
export { formatRunCounts, runError } from './view.ts';
