export {
  createMediaAddresses,
  type HostAddresses,
  lastingFilmPath,
  type MediaAddresses,
  withoutFilms,
} from './addresses.ts';
export { grabCandidates } from './candidates.ts';
export { checkStorage } from './check-storage.ts';
export { type CleaningReport, cleanStorage } from './cleaning.ts';

export { FILE_NAMES, isRenditionName } from './file-names.ts';
export {
  forgetFiles,
  forgetOtherFiles,
  recordFiles,
  selectFiles,
  selectFilm,
  selectFilmToReview,
} from './file-queries.ts';
export type { MadeFile, MediaFile, PublicFile } from './files.ts';
export { type Film, makeFilm } from './film.ts';
export { type Accel, directOrigin } from './hand-over.ts';
export { joinParts } from './join-parts.ts';
export { removeAnnounced } from './loose-files.ts';
export { announceFile, type LyingFile } from './loose-queries.ts';
export { type MoveProgress, moveFiles, newProgress } from './move-files.ts';
export { makePictures } from './pictures.ts';
export { makePlaceholder } from './placeholder.ts';
export { makePosterFiles, type PosterFiles } from './poster.ts';
export { probeVideo } from './probe.ts';
export { releaseStray } from './quarantine.ts';
export { makeRenditions } from './renditions.ts';
export { reviewAddress } from './review.ts';
export { rewritePlaylists } from './rewrite-playlists.ts';

export type { MediaOptions } from './run-ffmpeg.ts';
export { createMediaSigner, type MediaPurpose, type MediaSigner } from './signing.ts';
export { STREAMS_VERSION } from './stream-playlists.ts';
export { foldTotals, selectQuarantineTotals, selectTotals } from './totals-queries.ts';
