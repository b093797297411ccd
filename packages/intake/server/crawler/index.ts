export { countReturned, selectLatestRuns } from './queries.ts';
export { startCrawl, stopCrawl } from './runs.ts';
export { createSourceLooks } from './trying/source-look.ts';
export { formatRunCounts, runError } from './view.ts';
