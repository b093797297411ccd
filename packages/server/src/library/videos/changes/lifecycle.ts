import type { Db } from '../../../kernel/db/pool.ts';
import type { EmbedRef } from '../../embeds/index.ts';
import { forgetOtherFiles, type MediaFile, recordFiles } from '../../media/index.ts';
import { insertSearchRow, upsertSearchRow, wordingOf } from '../../search/index.ts';
import { bringViews } from '../lists/count-queries.ts';
import { slugOfTitle } from '../title-slug.ts';
import {
  deleteProcessingVideos,
  hideUnbroughtVideos,
  insertProcessingVideo,
  type NewVideo,
  selectVideoByAddress,
  setVideoStatus,
  updatePublished,
  wasNeverPublic,
} from './lifecycle-queries.ts';

/** What is known of a video before its file is downloaded. */
export interface VideoDraft {
  title: string;
  description: string;
  /** As people have decided about them: see `decideTopics`. */
  tags: string[];
  category: string;
  /** As the source says, a code of two or three letters; null if it does not. */
  language?: string | null;
  sourceUrl: string;
  sourceUrlHash: Buffer;
  sourceId: string | null;
}

/** The media of a finished video. */
export interface VideoMedia {
  kind: 'hosted' | 'remote' | 'embed';
  /** A hosted film's storage key, a remote one's address, '' for an embedded one. */
  videoUrl: string;
  /** An embedded film's player, else ''. */
  embedUrl: string;
  /** The player's provider, where it is a known one. */
  embed?: EmbedRef;
  /** A storage key, or '' without a picture. */
  thumbnailKey: string;
  /** Storage keys, or '' without. */
  previewKey: string;
  storyboardKey: string;
  /** A data: address, or '' without a picture. */
  placeholder: string;
  /** 0 if unknown. */
  durationSeconds: number;
  width: number | null;
  height: number | null;
  /** Of a hosted film's file, as downloaded. */
  contentSha256: Buffer | null;
  /** All its files stored here, including those named above. */
  files: readonly MediaFile[];
  /** A sentence for each part that could not be made. */
  problems?: readonly string[];
}

export interface ClaimedVideo {
  id: string;
  status: string;
}

/**
 * The video of that address: created in status `processing` if there is none, else the existing one in its status.
 * Concurrent callers get the same video.
 */
export async function claimVideo(db: Db, draft: VideoDraft): Promise<ClaimedVideo> {
  const row: NewVideo = {
    title: draft.title,
    description: draft.description,
    tags: draft.tags,
    category: draft.category,
    language: draft.language ?? null,
    source_url: draft.sourceUrl,
    source_url_hash: draft.sourceUrlHash,
    source_id: draft.sourceId,
    slug: slugOfTitle(draft.title),
  };
  await insertProcessingVideo(db, row);
  const video = await selectVideoByAddress(db, draft.sourceUrlHash);
  if (!video) throw new Error('A video was deleted just after it was claimed.');
  if (video.status === 'processing') await insertSearchRow(db, video.id, wordingOf(draft));
  return video;
}

export async function findVideoByAddress(db: Db, hash: Buffer): Promise<ClaimedVideo | undefined> {
  return selectVideoByAddress(db, hash);
}

export interface Publishing {
  /** What its source calls it. */
  externalId: string | null;
  canonicalHash: Buffer | null;
  /** When it was published at a former place, ISO 8601: it takes its place in the lists by that. */
  publishedAt?: string | null;
  /** What it had there: they count in totals, and in no day's statistics. */
  views?: number;
}

/**
 * Publishes a processing video: in lists, search and related lists, in the caller's transaction. Only now does it get
 * its source's id: of two downloads of one video the first to finish wins. A video that was public before keeps its
 * place in the lists.
 */
export async function publishVideo(
  tx: Db,
  id: string,
  media: VideoMedia,
  { externalId, canonicalHash, publishedAt = null, views = 0 }: Publishing,
): Promise<boolean> {
  const isFirst = views > 0 && (await wasNeverPublic(tx, id));
  const video = await updatePublished(
    tx,
    id,
    {
      kind: media.kind,
      video_url: media.videoUrl,
      embed_url: media.embedUrl,
      embed_provider: media.embed?.provider ?? null,
      embed_id: media.embed?.id ?? null,
      thumbnail_url: media.thumbnailKey,
      preview_url: media.previewKey,
      storyboard_url: media.storyboardKey,
      // A former film's streams; the new ones follow.
      hls_url: '',
      placeholder: media.placeholder,
      duration: media.durationSeconds,
      width: media.width,
      height: media.height,
      content_sha256: media.contentSha256,
      canonical_url_hash: canonicalHash,
      ...(externalId === null ? {} : { external_id: externalId }),
    },
    publishedAt,
  );
  if (!video) return false;
  await recordFiles(tx, id, media.files);
  await forgetOtherFiles(tx, id, { files: media.files });
  await upsertSearchRow(tx, id, wordingOf(video), true);
  if (isFirst) await bringViews(tx, id, views);
  return true;
}

/**
 * Deletes the videos of these addresses that never got a file. One that was public before, and was being downloaded
 * again, is hidden as gone: it keeps its views and waits for a decision.
 */
export async function discardVideos(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await hideUnbroughtVideos(tx, hashes);
  await deleteProcessingVideos(tx, hashes);
}

/** Removes a video from everything public at once; its address stays known, so that it does not come back. */
export async function removeVideo(db: Db, id: string): Promise<boolean> {
  return setVideoStatus(db, id, 'removed');
}
