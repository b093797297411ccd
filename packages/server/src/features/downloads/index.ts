export { downloadFile } from './download-file.ts';
export {
  addDownload,
  completeDownload,
  endWithError,
  giveBack,
  type LeasedDownload,
  queueDownloads,
  requeueDownloads,
  takeDownload,
} from './download-jobs.ts';
export {
  countByStatus,
  countDownloadsOfRun,
  countDownloadsOfSource,
  countOpenOfRun,
  type NewDownload,
  selectLatestDownloads,
  selectOpenIds,
} from './download-queries.ts';
export { downloadJob, requeueDownloadsJob } from './jobs.ts';
