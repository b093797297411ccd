export { admitAll } from './admit-all.ts';
export { crawlSources } from './crawler.ts';
export { countReturned, selectLatestRuns, selectProblems } from './queries.ts';
export {
  type CrawlerRuns,
  crawlerRuns,
  startCrawl,
  startScheduledCrawl,
  stopCrawl,
} from './runs.ts';
export { createSourceLooks } from './source-look.ts';
export { formatRunCounts, runError } from './view.ts';
