export { countMediaJobs, selectOldestReadyJob } from './figure-queries.ts';
export {
  PRIORITY,
  queueMediaJobs,
  recordPictureProblems,
  selectJobsUnderWay,
  selectMediaJob,
} from './job-queries.ts';
export {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  VideoChangedError,
} from './media-lease.ts';
export { startMediaWorker } from './media-worker.ts';
export { stopReruns } from './rerun-queries.ts';
export { toMediaJob } from './view.ts';
