export { admitAll } from './admit-all.ts';
export { type Crawler, crawlSources, requeueRun, startCrawl } from './crawler.ts';
export { crawlJob, dailyCrawlJob, requeueRunJob } from './jobs.ts';
export { type CrawlerRunRow, selectLatestRuns, selectProblems, selectRun } from './queries.ts';
export { sitemapCrawlRoutes } from './routes.ts';
