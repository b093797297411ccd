export { createMediaAddresses, type HostAddresses, type MediaAddresses } from './addresses.ts';
export { grabCandidates } from './candidates.ts';
export { checkStorage, type StorageCheck } from './check-storage.ts';
export { type CleaningReport, cleanStorage } from './cleaning.ts';
export { mountMediaDelivery } from './delivery.ts';
export { FILE_NAMES, filmName, isRenditionName, previewName } from './file-names.ts';
export { forgetOtherFiles, recordFiles, selectFiles } from './file-queries.ts';
export type { DatedFile, MadeFile, MediaFile } from './files.ts';
export { type Film, makeFilm } from './film.ts';
export { type Accel, directOrigin } from './hand-over.ts';
export { cleanStorageJob } from './jobs.ts';
export { removeAnnounced } from './loose-files.ts';
export { announceFile, type LyingFile } from './loose-queries.ts';
export { type MoveProgress, moveFiles, newProgress } from './move-files.ts';
export { makePictures } from './pictures.ts';
export { makePlaceholder } from './placeholder.ts';
export { makePosterFiles } from './poster.ts';
export { probeVideo } from './probe.ts';
export { releaseStray, startQuarantineWorker } from './quarantine.ts';
export { makeRenditions } from './renditions.ts';
export { mediaRoutes } from './routes.ts';
export type { MediaTools } from './run-ffmpeg.ts';
export { createMediaSigner, type MediaPurpose } from './signing.ts';
export { makeThumbnail } from './thumbnail.ts';
export {
  foldTotals,
  type QuarantineTotal,
  type StorageTotal,
  selectQuarantineTotals,
  selectTotals,
} from './totals-queries.ts';
