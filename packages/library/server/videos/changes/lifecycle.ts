import type { HiddenReason } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { EmbedRef } from '../../embeds/index.ts';
import { forgetOtherFiles, type MediaFile, recordFiles, selectFiles } from '../../media/index.ts';
import { insertSearchRow, upsertSearchRow, wordingOf } from '../../search/index.ts';
import { bringViews } from '../lists/count-queries.ts';
import { lockMediaVideo } from '../source-queries.ts';
import { slugOfTitle } from '../title-slug.ts';
import {
  deleteProcessingVideos,
  findVideoByAddress,
  hideUnbroughtVideos,
  insertProcessingVideo,
  type NewVideo,
  setVideoStatus,
  updatePublished,
  wasNeverPublic,
} from './lifecycle-queries.ts';

/** A video before its file is downloaded. */
export interface VideoDraft {
  title: string;
  description: string;
  /** As decided by `decideTopics`. */
  tags: string[];
  category: string;
  /** As the source says: two or three letters. */
  language?: string | null;
  sourceUrl: string;
  sourceUrlHash: Buffer;
  sourceId: string | null;
}

export interface VideoMedia {
  kind: 'hosted' | 'remote' | 'embed';
  /** A hosted film's storage key, a remote one's address, '' for an embedded one. */
  videoUrl: string;
  embedUrl: string;
  /** If it is a known provider. */
  embed?: EmbedRef;
  /** Storage keys, or ''. */
  thumbnailKey: string;
  previewKey: string;
  storyboardKey: string;
  /** A data: URL, or ''. */
  placeholder: string;
  /** 0 if unknown. */
  durationSeconds: number;
  width: number | null;
  height: number | null;
  /** Of the hosted file as downloaded. */
  contentSha256: Buffer | null;
  files: readonly MediaFile[];
  /** A sentence per part that could not be made. */
  problems?: readonly string[];
}

/** Creates the address's video in status `processing`, or returns the existing one; the same for concurrent callers. */
export async function claimVideo(db: Db, draft: VideoDraft): Promise<{ id: string; status: string }> {
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
  const video = await findVideoByAddress(db, draft.sourceUrlHash);
  if (!video) throw new Error('A video was deleted just after it was claimed.');
  if (video.status === 'processing') await insertSearchRow(db, video.id, wordingOf(draft));
  return video;
}

export interface Publishing {
  /** The source's id for it. */
  externalId: string | null;
  canonicalHash: Buffer | null;
  /** ISO 8601, for its place in lists: its publication at a former site, or, if scheduled, the time ahead. */
  publishedAt?: string | null;
  /** If it is not to be public yet. */
  hiddenReason?: HiddenReason | null;
  /** If its film now comes from another source. */
  sourceId?: string;
  /** Former views count in totals, not in daily statistics. */
  views?: number;
}

/**
 * Publishes a processing video in lists, search and related lists, in the caller's transaction. It gets its source's id
 * only now: of two downloads of one video the first to finish wins. A formerly public video keeps its place in lists,
 * and an uploaded poster stays.
 */
export async function publishVideo(
  tx: Db,
  id: string,
  media: VideoMedia,
  { externalId, canonicalHash, publishedAt = null, hiddenReason = null, sourceId, views = 0 }: Publishing,
): Promise<boolean> {
  const isFirst = views > 0 && (await wasNeverPublic(tx, id));
  const { poster_uploaded: isUploaded } = (await lockMediaVideo(tx, id)) ?? {};
  const isPoster = ({ purpose }: MediaFile) => purpose === 'thumbnail';
  const poster = isUploaded ? (await selectFiles(tx, id)).filter(isPoster) : [];
  const keepsPoster = poster.length > 0;
  const files = keepsPoster ? media.files.filter((file) => !isPoster(file)) : media.files;
  const video = await updatePublished(
    tx,
    id,
    {
      kind: media.kind,
      video_url: media.videoUrl,
      embed_url: media.embedUrl,
      embed_provider: media.embed?.provider ?? null,
      embed_id: media.embed?.id ?? null,
      ...(keepsPoster ? {} : { thumbnail_url: media.thumbnailKey, placeholder: media.placeholder }),
      poster_uploaded: keepsPoster,
      preview_url: media.previewKey,
      storyboard_url: media.storyboardKey,
      // The new film's streams follow.
      hls_url: '',
      duration: media.durationSeconds,
      width: media.width,
      height: media.height,
      content_sha256: media.contentSha256,
      canonical_url_hash: canonicalHash,
      ...(externalId === null ? {} : { external_id: externalId }),
      ...(sourceId === undefined ? {} : { source_id: sourceId }),
    },
    { publishedAt, hiddenReason },
  );
  if (!video) return false;
  await recordFiles(tx, id, files);
  await forgetOtherFiles(tx, id, { files: [...files, ...poster] });
  await upsertSearchRow(tx, id, wordingOf(video), hiddenReason === null);
  if (isFirst) await bringViews(tx, id, views);
  return true;
}

/** Deletes videos that never got a file; formerly public ones are hidden as gone, with their views. */
export async function discardVideos(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await hideUnbroughtVideos(tx, hashes);
  await deleteProcessingVideos(tx, hashes);
}

/** Its address stays known, so that it is not imported again. */
export async function removeVideo(db: Db, id: string): Promise<boolean> {
  return setVideoStatus(db, id, 'removed');
}
