export { checkFilesJob, recheckVideosJob } from './jobs.ts';
export { finishFileCheck } from './missing-files.ts';
export { recheckVideos } from './recheck.ts';
export { healthRoutes } from './routes.ts';
