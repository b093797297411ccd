export {
  createMediaAddresses,
  type HostAddresses,
  lastingFilmPath,
  type MediaAddresses,
  withoutFilms,
} from './delivery/addresses.ts';
export { type Accel, directOrigin } from './delivery/hand-over.ts';
export { reviewAddress } from './delivery/review.ts';
export { createMediaSigner, type MediaPurpose, type MediaSigner } from './delivery/signing.ts';
export { checkStorage } from './files/check-storage.ts';
export { type CleaningReport, cleanStorage } from './files/cleaning.ts';
export { FILE_NAMES, isRenditionName } from './files/file-names.ts';
export {
  foldTotals,
  forgetFiles,
  forgetOtherFiles,
  recordFiles,
  selectFiles,
  selectFilm,
  selectFilmToReview,
  selectQuarantineTotals,
  selectTotals,
} from './files/file-queries.ts';
export type { MadeFile, MediaFile, PublicFile } from './files/files.ts';
export { removeAnnounced } from './files/loose-files.ts';
export type { LyingFile } from './files/loose-queries.ts';
export { type MoveProgress, moveFiles, newProgress } from './files/move-files.ts';
export { releaseStray } from './files/quarantine.ts';
export { namedPictures, type StoreFile, storing } from './files/storing.ts';
export { type Film, makeFilm } from './film/film.ts';
export { joinParts } from './film/join-parts.ts';
export { probeVideo } from './film/probe.ts';
export { makeRenditions } from './film/renditions.ts';
export type { MediaWork } from './film/run-ffmpeg.ts';
export { rewritePlaylists, STREAMS_VERSION } from './film/stream-playlists.ts';
export { grabCandidates } from './pictures/grab-frames.ts';
export { makePictures } from './pictures/pictures.ts';
export { makePosterFiles, type PosterFiles } from './pictures/poster.ts';
