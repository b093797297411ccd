export { bringAgain } from './bring-again.ts';
export { checkFilesJob, recheckVideosJob } from './jobs.ts';
export { finishFileCheck } from './missing-files.ts';
export { recheckVideos } from './recheck.ts';
export { healthRoutes } from './routes.ts';
