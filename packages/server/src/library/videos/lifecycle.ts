import type { Db } from '../../kernel/db/pool.ts';
import { slugify } from '../../kernel/lib/slug.ts';
import type { EmbedRef } from '../embeds/index.ts';
import { forgetOtherFiles, type MediaFile, recordFiles } from '../media/index.ts';
import { insertSearchRow, searchDocument, upsertSearchRow } from '../search/index.ts';
import {
  deleteProcessingVideos,
  hideUnbroughtVideos,
  insertProcessingVideo,
  type NewVideo,
  selectVideoByAddress,
  setVideoStatus,
  updatePublished,
} from './lifecycle-queries.ts';

/** What is known of a video before its file has come. */
export interface VideoDraft {
  title: string;
  description: string;
  /** As people have decided about them: see `decideTopics`. */
  tags: string[];
  category: string;
  sourceUrl: string;
  sourceUrlHash: Buffer;
  sourceId: string | null;
}

/** What there is to see once the media have come. */
export interface VideoMedia {
  kind: 'hosted' | 'remote' | 'embed';
  /** A hosted film's storage key, a remote one's address, '' of an embedded one. */
  videoUrl: string;
  /** Where an embedded film's player is, else ''. */
  embedUrl: string;
  /** Whose player that is, where one of the providers has it. */
  embed?: EmbedRef;
  /** A storage key, or '' without a picture. */
  thumbnailKey: string;
  /** Storage keys, or '' without. */
  previewKey: string;
  storyboardKey: string;
  /** A data: address, or '' without a picture. */
  placeholder: string;
  /** 0 where nobody says it. */
  durationSeconds: number;
  width: number | null;
  height: number | null;
  /** Of a hosted film's file, as it came. */
  contentSha256: Buffer | null;
  /** Everything of it that is stored here, the files named above among them. */
  files: readonly MediaFile[];
  /** What of it could not be made, a sentence each. */
  problems?: readonly string[];
}

export interface ClaimedVideo {
  id: string;
  status: string;
}

/**
 * The video of that address: made in status `processing` if there is none yet, else the one there is, in
 * whatever status. However often and however many at once ask, one address has one video.
 */
export async function claimVideo(db: Db, draft: VideoDraft): Promise<ClaimedVideo> {
  const row: NewVideo = {
    title: draft.title,
    description: draft.description,
    tags: draft.tags,
    category: draft.category,
    source_url: draft.sourceUrl,
    source_url_hash: draft.sourceUrlHash,
    source_id: draft.sourceId,
    slug: slugify(draft.title) || 'video',
  };
  await insertProcessingVideo(db, row);
  const video = await selectVideoByAddress(db, draft.sourceUrlHash);
  if (!video) throw new Error('A video that was just claimed is gone.');
  if (video.status === 'processing') await insertSearchRow(db, video.id, searchDocument(draft));
  return video;
}

export async function findVideoByAddress(db: Db, hash: Buffer): Promise<ClaimedVideo | undefined> {
  return selectVideoByAddress(db, hash);
}

/**
 * Makes a processing video public: in lists, search and related lists, in the caller's transaction. Only now is it
 * known by the id that its source gives it: of two downloads of one video the first to end has it. One that was
 * public before keeps its place in the lists.
 */
export async function publishVideo(
  tx: Db,
  id: string,
  media: VideoMedia,
  { externalId, canonicalHash }: { externalId: string | null; canonicalHash: Buffer | null },
): Promise<boolean> {
  const video = await updatePublished(tx, id, {
    kind: media.kind,
    video_url: media.videoUrl,
    embed_url: media.embedUrl,
    embed_provider: media.embed?.provider ?? null,
    embed_id: media.embed?.id ?? null,
    thumbnail_url: media.thumbnailKey,
    preview_url: media.previewKey,
    storyboard_url: media.storyboardKey,
    // Those of a film that it had before; its own follow.
    hls_url: '',
    placeholder: media.placeholder,
    duration: media.durationSeconds,
    width: media.width,
    height: media.height,
    content_sha256: media.contentSha256,
    canonical_url_hash: canonicalHash,
    ...(externalId === null ? {} : { external_id: externalId }),
  });
  if (!video) return false;
  await recordFiles(tx, id, media.files);
  await forgetOtherFiles(tx, id, { files: media.files });
  await upsertSearchRow(tx, id, searchDocument(video), true);
  return true;
}

/**
 * Drops the videos of these addresses that never got their file. One that was public before, and was being brought
 * again, is hidden as gone instead: it keeps its views and waits for a decision.
 */
export async function discardVideos(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await hideUnbroughtVideos(tx, hashes);
  await deleteProcessingVideos(tx, hashes);
}

/** Takes a video off everything public at once; its address stays known, so that it does not come back. */
export async function removeVideo(db: Db, id: string): Promise<boolean> {
  return setVideoStatus(db, id, 'removed');
}
