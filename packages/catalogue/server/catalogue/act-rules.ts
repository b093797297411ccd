import { type BulkActName, MOST_TAGS, type SkipReason } from '@vesper/contract';
import type { VideoState } from '@vesper/library/videos';

export interface SubjectVideo extends Required<VideoState> {
  id: string;
  kind: string;
  wasPublic: boolean;
  /** A notice hides it, or blocks its address. */
  isTakenDown: boolean;
  /** The case that blocks its address. */
  takenDownBy: string | null;
  /** Its address is blocked, but not by a notice. */
  isBlocked: boolean;
  /** An undecided notice is about it. */
  hasPendingNotice: boolean;
  isMerged: boolean;
  /** Its source's permission is valid, or it has no source. */
  isCovered: boolean;
  isUploaded: boolean;
  /** Its file is stored, or is not needed. */
  hasFilm: boolean;
}

export interface Change {
  act: BulkActName;
  reason?: string | undefined;
  category?: string | undefined;
  tags?: readonly string[] | undefined;
}

export type Ruling = { state: VideoState } | { skip: SkipReason };

export function rule(video: SubjectVideo, change: Change): Ruling {
  switch (change.act) {
    case 'hide':
      return hide(video);
    case 'publish':
      return publish(video);
    case 'remove':
      return remove(video, change.reason ?? '');
    case 'set_category':
      return video.category === change.category
        ? { skip: 'already' }
        : { state: { category: change.category ?? '' } };
    case 'add_tags':
      return retag(video, withTags(video.tags, change.tags ?? []));
    case 'remove_tags':
      return retag(video, withoutTags(video.tags, change.tags ?? []));
  }
}

/** Replaces other reasons, so that the video stays hidden when those end. */
function hide(video: SubjectVideo): Ruling {
  if (video.isTakenDown) return { skip: 'taken_down' };
  if (video.status === 'processing') return { skip: 'processing' };
  if (video.status === 'removed' || video.hiddenReason === 'administrator') return { skip: 'already' };
  return { state: { status: 'hidden', hiddenReason: 'administrator', removalReason: null } };
}

function publish(video: SubjectVideo): Ruling {
  if (video.status === 'published') return { skip: 'already' };
  const obstacle = obstacleTo(video) ?? (video.hiddenReason === 'gone' ? 'gone' : undefined);
  if (obstacle) return { skip: obstacle };
  return { state: { status: 'published', hiddenReason: null, removalReason: null } };
}

const SCHEDULED: Ruling = { state: { status: 'hidden', hiddenReason: 'scheduled' } };

/** For a new publish date. */
export function ruleDate(video: SubjectVideo, isAhead: boolean): Ruling {
  const { status, hiddenReason } = video;
  if (status === 'processing' || status === 'removed') return { skip: status };
  if (!video.wasPublic) return { skip: 'never_public' };
  if (status === 'published' && isAhead) return SCHEDULED;
  if (hiddenReason === 'scheduled' && !isAhead) return publish(video);
  if (hiddenReason !== 'administrator' || !isAhead) return { state: {} };
  const obstacle = obstacleTo(video);
  return obstacle ? { skip: obstacle } : SCHEDULED;
}

export function obstacleTo(video: SubjectVideo): SkipReason | undefined {
  if (video.isTakenDown) return 'taken_down';
  if (video.isBlocked) return 'address_deleted';
  if (video.isMerged) return 'merged';
  if (video.status === 'processing') return 'processing';
  if (!video.wasPublic) return 'never_public';
  if (!video.isCovered) return 'no_basis';
  return video.hasFilm ? undefined : 'no_film';
}

function remove(video: SubjectVideo, reason: string): Ruling {
  if (video.isTakenDown) return { skip: 'taken_down' };
  if (video.status === 'removed') return { skip: 'already' };
  if (video.status === 'processing' && !video.wasPublic) return { skip: 'processing' };
  return { state: { status: 'removed', hiddenReason: null, removalReason: reason } };
}

export function obstacleToDeleting(video: SubjectVideo): SkipReason | undefined {
  if (video.isTakenDown || video.hasPendingNotice) return 'taken_down';
  return video.status === 'processing' ? 'processing' : undefined;
}

function retag(video: SubjectVideo, tags: string[]): Ruling {
  if (tags.join('\n') === video.tags.join('\n')) return { skip: 'already' };
  if (tags.length > MOST_TAGS && tags.length > video.tags.length) return { skip: 'too_many_tags' };
  return { state: { tags } };
}

/** Keeps the first spelling. */
export function tidyTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const text = tag.trim().replace(/\s+/gu, ' ');
    if (text !== '' && !byKey.has(text.toLowerCase())) byKey.set(text.toLowerCase(), text);
  }
  return [...byKey.values()];
}

function withTags(tags: readonly string[], more: readonly string[]): string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return [...tags, ...tidyTags(more).filter((tag) => !known.has(tag.toLowerCase()))];
}

function withoutTags(tags: readonly string[], fewer: readonly string[]): string[] {
  const unwanted = new Set(tidyTags(fewer).map((tag) => tag.toLowerCase()));
  return tags.filter((tag) => !unwanted.has(tag.toLowerCase()));
}

export function sameParts(video: SubjectVideo, named: VideoState): VideoState {
  const names = Object.keys(named) as (keyof VideoState)[];
  return Object.fromEntries(names.map((name) => [name, video[name]]));
}

export function isAsLeft(video: SubjectVideo, left: VideoState): boolean {
  const names = Object.keys(left) as (keyof VideoState)[];
  return names.every((name) => JSON.stringify(video[name]) === JSON.stringify(left[name]));
}

export function ruleUndoing(
  video: SubjectVideo,
  { before, after }: { before: VideoState; after: VideoState },
): Ruling {
  if (video.isTakenDown && before.status !== undefined) return { skip: 'taken_down' };
  if (!isAsLeft(video, after)) return { skip: 'changed' };
  const obstacle = before.status === 'published' ? obstacleTo(video) : undefined;
  if (obstacle) return { skip: obstacle };
  // Publishing moved its date to the present.
  const isDue = before.hiddenReason === 'scheduled' && after.status === 'published';
  return { state: isDue ? { ...before, hiddenReason: 'administrator' } : before };
}

export const SENTENCES: Record<SkipReason, string> = {
  missing: 'This video does not exist.',
  already: 'Nothing to change.',
  processing: 'It is being downloaded: cancel the download first, or wait for it.',
  removed: 'It is removed: publish it first.',
  taken_down: 'A notice keeps this video down: see its case.',
  address_deleted: 'Its address is on the block list, so it may not be shown.',
  merged: 'It was merged into another video, and its address redirects there.',
  no_basis: 'Its source has no valid permission.',
  no_film: 'Its film is no longer in storage. Download it again first.',
  gone: 'It is gone at its source. Restore it instead, which checks whether it can be shown.',
  never_public: 'It was never complete, so it cannot be shown.',
  changed: 'It has been changed since.',
  no_category: 'The category no longer exists.',
  too_many_tags: `It would have more than ${MOST_TAGS} tags.`,
};
