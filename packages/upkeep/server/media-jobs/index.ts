export {
  PRIORITY,
  queueMediaJobs,
  recordPictureProblems,
  selectJobsUnderWay,
  selectMediaJob,
} from './job-queries.ts';
export { countMediaJobsByStatus, selectOldestReadyJob } from './list-queries.ts';
export {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  startMediaWorker,
  VideoChangedError,
} from './media-lease.ts';
export { stopReruns } from './rerun-queries.ts';
export { toMediaJob } from './view.ts';
