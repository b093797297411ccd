export { type Crawler, crawlSources, startCrawl } from './crawler.ts';
export {
  type CrawlerRunRow,
  selectLatestRuns,
  selectProblems,
  selectRun,
  selectSources,
  setSourceEnabled,
} from './crawler-queries.ts';
export { downloadFile } from './download-file.ts';
export {
  addDownload,
  completeDownload,
  endWithError,
  giveBack,
  type LeasedDownload,
  requeueOpen,
  takeDownload,
} from './download-jobs.ts';
export { countByStatus, countOpenOfRun, selectLatestDownloads, selectOpenIds } from './download-queries.ts';
export { crawlJob, dailyCrawlJob, downloadJob, requeueJob } from './jobs.ts';
export { createRobotsCache, type RobotsCache } from './robots.ts';
export { addSource } from './sources.ts';
export { readVideoPage } from './video-page.ts';
