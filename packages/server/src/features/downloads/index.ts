export { checkVideoAddress } from './check-video.ts';
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
  cancelPendingOfRun,
  countByStatus,
  countDownloadsOfRun,
  countDownloadsOfSource,
  countOpenOfRun,
  type NewDownload,
  selectExternalIdOf,
  selectKnownHashes,
  selectLatestDownloads,
  selectOpenIds,
} from './download-queries.ts';
export { downloadJob, requeueDownloadsJob } from './jobs.ts';
