export { refreshFacetViews } from './browse.ts';
export { forgetVisitorsJob, placeholdersJob, relatedJob, searchRanksJob } from './jobs.ts';
export {
  claimVideo,
  discardVideo,
  findVideoByAddress,
  publishVideo,
  removeVideo,
  type VideoDraft,
  type VideoFile,
} from './lifecycle.ts';
export { deleteAbandonedVideos, selectNamedKeys } from './lifecycle-queries.ts';
export { fillPlaceholders } from './placeholders.ts';
export { selectPublicFiles } from './queries.ts';
export { refreshRelated } from './related.ts';
export { categoryRoutes, videoRoutes } from './routes.ts';
export { type Catalogue, getVideoRow } from './videos.ts';
export { createViewCounter, forgetVisitors } from './views.ts';
