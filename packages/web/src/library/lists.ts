import type { ListedVideo } from '../data/listed-videos.ts';

/** What a card needs of a video, as it was at `checkedAt`. */
export interface VideoSnapshot {
  videoId: string;
  title: string;
  /** Seconds; 0 where unknown. */
  duration: number;
  /** Empty until the video has been fetched, as after an import. */
  thumbnailUrl: string;
  /** Missing until the video has been fetched, as after an import. */
  tags?: string[] | undefined;
  /** When this data was last fetched, in milliseconds since the epoch; 0 for never. */
  checkedAt: number;
  /** The site has said that the video no longer exists. */
  isGone?: boolean;
}

export interface HistoryEntry extends VideoSnapshot {
  /** Milliseconds since the epoch. */
  watchedAt: number;
  /** Where the visitor stopped, in seconds. */
  position: number;
}

export interface SavedEntry extends VideoSnapshot {
  addedAt: number;
}

export interface HiddenTag {
  tag: string;
  addedAt: number;
}

/** The entry type of each list, by the name of its database store. */
interface EntryOf {
  history: HistoryEntry;
  favourites: SavedEntry;
  watchLater: SavedEntry;
  hiddenTags: HiddenTag;
}

export type ListName = keyof EntryOf;
export type VideoListName = Exclude<ListName, 'hiddenTags'>;
export type Entry<Name extends ListName = ListName> = EntryOf[Name];

/** All of a visitor's lists, each by video id or `tagKey`. Never changed in place. */
export type Lists = { readonly [Name in ListName]: ReadonlyMap<string, EntryOf[Name]> };

export const VIDEO_LISTS: readonly VideoListName[] = ['history', 'favourites', 'watchLater'];
export const LIST_NAMES: readonly ListName[] = [...VIDEO_LISTS, 'hiddenTags'];

export const EMPTY_LISTS: Lists = {
  history: new Map(),
  favourites: new Map(),
  watchLater: new Map(),
  hiddenTags: new Map(),
};

/** How many entries a list keeps; the oldest make room. */
export const LIST_LIMITS: Record<ListName, number> = {
  history: 1000,
  favourites: 1000,
  watchLater: 1000,
  hiddenTags: 200,
};

/** Characters of a title that are kept. */
export const TITLE_LENGTH = 500;
/** Characters of a tag; no video has a longer one. */
export const MAX_TAG_LENGTH = 200;

export function keyOf(entry: Entry): string {
  return 'tag' in entry ? tagKey(entry.tag) : entry.videoId;
}

/** Hiding a tag ignores case; it is shown as typed. */
export function tagKey(tag: string): string {
  return tag.toLowerCase();
}

/** When an entry was made or last watched, in milliseconds since the epoch. */
export function momentOf(entry: Entry): number {
  return 'watchedAt' in entry ? entry.watchedAt : entry.addedAt;
}

/** What an entry keeps of a video. */
export type SavedVideo = Pick<ListedVideo, 'id' | 'title' | 'duration' | 'thumbnailUrl' | 'tags'>;

/** What is stored about a video that has just been fetched. */
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
