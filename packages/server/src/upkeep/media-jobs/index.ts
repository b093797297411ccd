export { listMediaJobs } from './job-list.ts';
export {
  PRIORITY,
  queueMediaJobs,
  recordPictureProblems,
  selectJobsUnderWay,
  selectMediaJob,
} from './job-queries.ts';
export { rerunStep } from './media-jobs.ts';
export {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  VideoChangedError,
} from './media-lease.ts';
export { startMediaWorker } from './media-worker.ts';
export { stopReruns } from './rerun-queries.ts';
export { listReruns, oldStreams, stopRerun } from './reruns.ts';

export { toMediaJob } from './view.ts';
