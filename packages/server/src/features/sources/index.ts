export { followBasis } from './basis.ts';
export { deleteSource, removeWithVideos, requeueDeletions } from './deletion.ts';
export { deleteSourceJob, sourceBasisJob } from './jobs.ts';
export {
  selectEnabledSources,
  setSourceCrawled,
  sourceEnabledBefore,
  type VideoSourceRow,
} from './queries.ts';
export { sourceRoutes } from './routes.ts';
export { changeSource, createSource, getSourceByAddress, listSources, type Sources } from './sources.ts';
