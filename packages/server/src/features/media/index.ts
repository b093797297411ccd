export { createMediaAddresses, type HostAddresses, type MediaAddresses } from './addresses.ts';
export { checkStorage, type StorageCheck } from './check-storage.ts';
export { type CleaningReport, cleanStorage } from './cleaning.ts';
export { mountMediaDelivery } from './delivery.ts';
export { FILE_NAMES, filmName, previewName } from './file-names.ts';
export { recordFiles, selectFile, selectFiles } from './file-queries.ts';
export type { DatedFile, MediaFile } from './files.ts';
export { type Accel, directOrigin } from './hand-over.ts';
export { cleanStorageJob } from './jobs.ts';
export { announceFile } from './loose-queries.ts';
export { type MoveProgress, moveFiles, newProgress } from './move-files.ts';
export { makePlaceholder } from './placeholder.ts';
export { makePoster } from './poster.ts';
export { probeVideo } from './probe.ts';
export { releaseStray, startQuarantineWorker } from './quarantine.ts';
export { makeRenditions, type Renditions } from './renditions.ts';
export { mediaRoutes } from './routes.ts';
export { createMediaSigner, type MediaPurpose } from './signing.ts';
export { makeThumbnail } from './thumbnail.ts';
export {
  foldTotals,
  type QuarantineTotal,
  type StorageTotal,
  selectQuarantineTotals,
  selectTotals,
} from './totals-queries.ts';
