import type { ListedVideo } from '../data/listed-videos.ts';

/** A video as it was at `checkedAt`. */
export interface VideoSnapshot {
  videoId: string;
  title: string;
  /** Seconds; 0 if unknown. */
  duration: number;
  /** Empty, and the tags missing, until the video has been fetched, as after an import. */
  thumbnailUrl: string;
  tags?: string[] | undefined;
  /** In milliseconds since the epoch; 0 for never. */
  checkedAt: number;
  isGone?: boolean;
}

export interface HistoryEntry extends VideoSnapshot {
  /** Milliseconds since the epoch. */
  watchedAt: number;
  /** In seconds. */
  position: number;
}

export interface SavedEntry extends VideoSnapshot {
  addedAt: number;
}

export interface HiddenTag {
  tag: string;
  addedAt: number;
}

/** By the names of the database's stores. */
interface EntryOf {
  history: HistoryEntry;
  favourites: SavedEntry;
  watchLater: SavedEntry;
  hiddenTags: HiddenTag;
}

export type ListName = keyof EntryOf;
export type VideoListName = Exclude<ListName, 'hiddenTags'>;
export type Entry<Name extends ListName = ListName> = EntryOf[Name];

/** By video id or `tagKey`. Never changed in place. */
export type Lists = { readonly [Name in ListName]: ReadonlyMap<string, EntryOf[Name]> };

export const VIDEO_LISTS: readonly VideoListName[] = ['history', 'favourites', 'watchLater'];
export const LIST_NAMES: readonly ListName[] = [...VIDEO_LISTS, 'hiddenTags'];

export const EMPTY_LISTS: Lists = {
  history: new Map(),
  favourites: new Map(),
  watchLater: new Map(),
  hiddenTags: new Map(),
};

/** Beyond it, the oldest entries are dropped. */
export const LIST_LIMITS: Record<ListName, number> = {
  history: 1000,
  favourites: 1000,
  watchLater: 1000,
  hiddenTags: 200,
};

export const TITLE_LENGTH = 500;
/** No video has a longer title. */
export const MAX_TAG_LENGTH = 200;

export function keyOf(entry: Entry): string {
  return 'tag' in entry ? tagKey(entry.tag) : entry.videoId;
}

/** Hiding a tag ignores case; it is shown as typed. */
export function tagKey(tag: string): string {
  return tag.toLowerCase();
}

/** In milliseconds since the epoch. */
export function momentOf(entry: Entry): number {
  return 'watchedAt' in entry ? entry.watchedAt : entry.addedAt;
}

export type SavedVideo = Pick<ListedVideo, 'id' | 'title' | 'duration' | 'thumbnailUrl' | 'tags'>;

export function snapshotOf(video: SavedVideo, now: number): VideoSnapshot {
  return {
    videoId: video.id,
    title: video.title.slice(0, TITLE_LENGTH).toWellFormed(),
    duration: Number.isFinite(video.duration) ? Math.max(0, video.duration) : 0,
    thumbnailUrl: video.thumbnailUrl,
    tags: video.tags,
    checkedAt: now,
  };
}
