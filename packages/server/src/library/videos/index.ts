export {
  type DeletedVideo,
  deleteVideos,
  type EditedFields,
  type NewState,
  updateEdited,
  updateStates,
  type VideoState,
  type WordsBy,
} from './change-queries.ts';
export { deleteWithMerged, isClearedAway, lockWithMerged } from './cleared-queries.ts';
export { countHidden } from './count-queries.ts';
export { followSaid } from './follow.ts';
export {
  countClearable,
  countKeptViews,
  lockLibrary,
  raiseGeneration,
  resetVideoCounts,
} from './generation-queries.ts';
export { requireMayHide } from './hiding-many.ts';
export { countRefused, holdRefused } from './hold-refused.ts';
export { relatedJob } from './jobs.ts';
export {
  claimVideo,
  discardVideos,
  findVideoByAddress,
  publishVideo,
  removeVideo,
  type VideoDraft,
  type VideoMedia,
} from './lifecycle.ts';
export {
  beginReplacing,
  changeHiddenReason,
  deleteAbandonedVideos,
  type HiddenReason,
  hideVideo,
  lockVideosToRedownload,
  resumeBringing,
  returnToProcessing,
  showHidden,
  type TakenVideo,
  takeOffVideos,
} from './lifecycle-queries.ts';
export { type EmbedDraft, publishEmbeds } from './many.ts';
export { countEmbedsSince, hideWithdrawn, showWithdrawn, type Withdrawn } from './many-queries.ts';
export {
  type HostedVideos,
  lockMediaVideo,
  type MediaFields,
  type MediaVideo,
  selectHostedBatch,
  selectMediaVideo,
  selectOldStreams,
  updateMedia,
} from './media-queries.ts';
export { mergeVideoRows } from './merge.ts';
export { lockMerges } from './merge-queries.ts';
export { ownedWithin } from './owned.ts';
export { paginate, type Slice, sliceOf } from './pagination.ts';
export {
  claimDuePictures,
  type DuePicture,
  type PictureOutcome,
  returnPictures,
  settlePicture,
} from './picture-queries.ts';
export { publiclyVisible, publishedSinceClearing } from './publicly-visible.ts';
export { selectChanges, selectGone as selectGoneVideo, type VideoRow, videoColumns } from './queries.ts';
export { forgetRelated } from './related-queries.ts';

export {
  countPublicOfSources,
  hideVideosOfSources,
  removeVideosOfSource,
  type SourceVideos,
  showVideosOfSources,
  sourceHasVideos,
} from './source-queries.ts';
export { sweepRefused } from './sweep-refused.ts';
export { slugOfTitle } from './title-slug.ts';
export { moveCategory, moveTag } from './topic-queries.ts';
export {
  createPublicMedia,
  createPublicVideos,
  getVideo,
  listCategories,
  listVideos,
  type PublicVideos,
  type PublicVideosFor,
  videosNamedIn,
} from './videos.ts';
export { videoView } from './view.ts';
