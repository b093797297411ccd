export { PRIORITY, queueMediaJobs, recordPictureProblems, selectJobsUnderWay } from './job-queries.ts';
export {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  VideoChangedError,
} from './media-lease.ts';
export { startMediaWorker } from './media-worker.ts';
export { mediaJobRoutes } from './routes.ts';
