export { endFileChecks } from './file-check-queries.ts';
export { checkFilesJob, recheckVideosJob } from './jobs.ts';
export { finishFileCheck } from './missing-files.ts';
export { recheckVideos } from './recheck.ts';
export { redownload } from './redownload.ts';
export { healthRoutes } from './routes.ts';
