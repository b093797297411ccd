export { checkVideoAddress } from './check-video.ts';
export { type DownloadedFile, type DownloadFileOptions, downloadFile } from './download-file.ts';
export { addDownload, BY_HAND_PRIORITY, queueDownloads } from './download-jobs.ts';
export {
  completeDownload,
  endWithError,
  giveBack,
  isOpenDownload,
  type LeasedDownload,
} from './download-lease.ts';
export { selectLatestDownloads, selectListedDownload } from './download-list-queries.ts';
export {
  cancelPendingOfRun,
  countAgainstQuota,
  countByStatus,
  countDownloadsOfRun,
  countEndingsOfRun,
  countOpenOfRun,
  type DownloadJobRow,
  type NewDownload,
  selectDueDownloads,
  selectExternalIdOf,
  selectOpenIds,
} from './download-queries.ts';
export { startDownloadWorker } from './download-worker.ts';
export { type FileEnds, type FirstBytes, hashEnds, hashLastBytesAt } from './file-ends.ts';
export { cancelDownloadsOf, cancelUncoveredDownloads, detachDownloads } from './removal-queries.ts';
export { endDownloadsUnderWay } from './steering-queries.ts';
export { createRateLimit, type RateLimit } from './transfer-pace.ts';
export { toDownloadJob } from './view.ts';
