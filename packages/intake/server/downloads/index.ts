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
  insertDownloads,
  type NewDownload,
  type RunDownloads,
  selectDueDownloads,
  selectExternalIdOf,
  selectOldestReady,
  selectOpenIds,
} from './download-queries.ts';
export { startDownloadWorker } from './download-worker.ts';
export {
  cancelDownloadsOf,
  cancelUncoveredDownloads,
  detachDownloads,
  selectOpenHashes,
} from './removal-queries.ts';
export { endDownloadsUnderWay } from './steering-queries.ts';
export {
  type DownloadedFile,
  type DownloadFileOptions,
  type DownloadProgress,
  downloadFile,
} from './transfer/download-file.ts';
export {
  type FileEnds,
  type FirstBytes,
  hashEnds,
  hashLastBytesAt,
  readFirstBytesAt,
} from './transfer/file-ends.ts';
export {
  MAX_PLAYLIST_BYTES,
  type Playlist,
  PlaylistError,
  playlistKind,
  readPlaylist,
} from './transfer/playlist-error.ts';
export { createRateLimit, createRateMeter, type RateLimit } from './transfer/transfer-pace.ts';
export { checkVideoAddress, refuseBody } from './transfer/video-sniff.ts';
export { toDownloadJob } from './view.ts';
