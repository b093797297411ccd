export {
  type DeletedVideo,
  deleteVideos,
  type EditedFields,
  type NewState,
  updateEdited,
  updateStates,
  type VideoState,
  type WordsBy,
} from './changes/change-queries.ts';
export {
  countClearable,
  countKeptViews,
  deleteWithMerged,
  isClearedAway,
  lockLibrary,
  lockWithMerged,
  raiseGeneration,
  resetVideoCounts,
} from './changes/cleared-queries.ts';
export { requireMayHide } from './changes/hiding-many.ts';
export {
  claimVideo,
  discardVideos,
  type Publishing,
  publishVideo,
  removeVideo,
  type VideoDraft,
  type VideoMedia,
} from './changes/lifecycle.ts';
export {
  beginReplacing,
  changeHiddenReason,
  deleteAbandonedVideos,
  findVideoByAddress,
  hideVideo,
  lockReplaceable,
  lockVideosToRedownload,
  resumeBringing,
  returnToProcessing,
  rewordProcessing,
  showHidden,
  type TakenVideo,
  takeOffVideos,
} from './changes/lifecycle-queries.ts';
export { type EmbedDraft, followSaid, publishEmbeds } from './changes/many.ts';
export { countEmbedsSince, hideWithdrawn, showWithdrawn, type Withdrawn } from './changes/many-queries.ts';
export { mergeVideoRows } from './changes/merge.ts';
export { lockMerges } from './changes/merge-queries.ts';
export { countRefused, holdRefused } from './hold-refused.ts';
export { relatedJob } from './jobs.ts';
export { countHidden } from './lists/count-queries.ts';
export { paginate, type Slice, sliceOf } from './lists/pagination.ts';
export { moveCategory, moveTag } from './lists/topic-queries.ts';
export {
  claimDuePictures,
  type DuePicture,
  type PictureOutcome,
  renewPicture,
  returnPictures,
  settlePicture,
} from './picture-queries.ts';
export { ownedWithin, publiclyVisible, publishedSinceClearing } from './publicly-visible.ts';
export { selectChanges, selectGone as selectGoneVideo, type VideoRow, videoColumns } from './queries.ts';
export { forgetRelated } from './related/related-queries.ts';
export {
  countPublicOfSources,
  giveUpPosters,
  type HostedVideos,
  hideVideosOfSources,
  lockMediaVideo,
  type MediaFields,
  type MediaVideo,
  removeVideosOfSource,
  type SourceVideos,
  selectHostedBatch,
  selectMediaVideo,
  selectOldStreams,
  showVideosOfSources,
  sourceHasVideos,
  updateMedia,
} from './source-queries.ts';
export { sweepRefused } from './sweep-refused.ts';
export { slugOfTitle } from './title-slug.ts';
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
