export { PRIORITY, queueMediaJobs, recordPictureProblems, selectJobsUnderWay } from './job-queries.ts';
export { listMediaJobs, rerunStep } from './media-jobs.ts';
export {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  VideoChangedError,
} from './media-lease.ts';
export { startMediaWorker } from './media-worker.ts';
export { listReruns, stopRerun } from './reruns.ts';
export { mediaJobRoutes } from './routes.ts';
