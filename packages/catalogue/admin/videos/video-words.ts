import {
  type BulkAct,
  caseFormOf,
  type HiddenReason,
  type ManagedVideo,
  type ManagedVideoDetails,
  type SkipReason,
  type VideoProblem,
  type VideoStatus,
} from '@vesper/contract';
import { exactTime } from '@vesper/web/admin/ui/value-text.ts';
import type { BadgeWord } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';

export const STATUS_WORDS: Record<VideoStatus, BadgeWord> = {
  published: { word: 'Published', tone: 'good' },
  hidden: { word: 'Hidden', tone: 'warn' },
  processing: { word: 'Processing', tone: 'busy' },
  removed: { word: 'Removed', tone: 'bad' },
};

export const REASON_WORDS: Record<HiddenReason, string> = {
  administrator: 'By an administrator',
  basis: 'Its source has no valid permission',
  gone: 'Gone at its source',
  takedown: 'Because of a notice',
  withdrawn: "On its source's deletion list",
  refused: 'Contains a blocked term',
  scheduled: 'Scheduled',
};

export const KIND_WORDS: Record<ManagedVideo['kind'], string> = {
  hosted: 'Hosted here',
  remote: 'Plays from its source',
  embed: 'Embedded player',
};

export const PROBLEM_WORDS: Record<VideoProblem, string> = {
  no_picture: 'No picture',
  no_renditions: 'No renditions',
  no_duration: 'Length unknown',
  files_missing: 'Files missing',
  gone: 'Gone at its source',
  possible_duplicate: 'Possible duplicate',
  making_failed: 'Processing failed',
};

const GONE_WORDS: Record<GoneClass, string> = {
  deleted: 'Deleted at its source',
  private: 'Requires a sign-in there',
  legal: 'Blocked there for legal reasons',
  redirected: 'Its address redirects elsewhere',
  changed_type: 'Its address is no longer a video',
  unreachable: 'Its source has not answered for a week',
  file_missing: 'Its file is missing here',
};

type GoneClass = NonNullable<NonNullable<ManagedVideo['gone']>['class']>;

/** Empty if it is public. */
export function formatStatusReason(video: ManagedVideo): string {
  const { status, hiddenReason, removalReason, publishedAt, gone } = video;
  if (gone?.class) return GONE_WORDS[gone.class];
  if (hiddenReason === 'scheduled' && publishedAt) return `Scheduled for ${exactTime(publishedAt)}`;
  if (status === 'hidden') return hiddenReason ? REASON_WORDS[hiddenReason] : '';
  if (status === 'removed') return removalReason ?? 'No reason given.';
  if (status === 'processing') return publishedAt ? 'Being re-downloaded' : 'Being downloaded';
  return '';
}

/** For an open case, or one that keeps the video down. */
export function caseInWords({ kind, isOpen, isHolding }: ManagedVideoDetails['cases'][number]): string {
  const label = caseFormOf(kind)?.label ?? kind;
  if (!isOpen) return `Taken down because of a notice: ${label}.`;
  if (isHolding) return `Hidden until a notice is decided: ${label}.`;
  return `Open notice: ${label}.`;
}

const ACTS: Record<BulkAct['act'], { doing: string; done: string }> = {
  hide: { doing: 'Hiding', done: 'Hidden' },
  publish: { doing: 'Publishing', done: 'Published' },
  remove: { doing: 'Removing', done: 'Removed' },
  delete: { doing: 'Deleting', done: 'Deleted' },
  set_category: { doing: 'Moving to another category', done: 'Moved to another category' },
  add_tags: { doing: 'Adding tags', done: 'Tags added' },
  remove_tags: { doing: 'Removing tags', done: 'Tags removed' },
  undo: { doing: 'Undoing', done: 'Undone' },
};

/** "Hidden: 12 videos." "Hiding: 200 of 1,000+ videos." */
export function formatAct({ act, state, done, total, totalIsCapped }: BulkAct): string {
  if (state === 'running')
    return `${ACTS[act].doing}: ${done.toLocaleString('en-US')} of ${countText(total, 'video', totalIsCapped)}.`;
  const ending = state === 'stopped' ? ', then stopped' : '';
  return `${ACTS[act].done}: ${countText(done, 'video')}${ending}.`;
}

/** The category, the tags, or the reason. */
export function formatChange({ act, category, tags, reason, undoneAct }: BulkAct): string {
  if (category !== null) return `To ${category}.`;
  if (tags !== null) return `${tags.join(', ')}.`;
  if (reason !== null) return `Reason: ${reason}`;
  return act === 'undo' && undoneAct ? `Undone: ${ACTS[undoneAct].done.toLowerCase()}.` : '';
}

const SKIPPED: Record<SkipReason, string> = {
  missing: 'gone',
  already: 'with nothing to change',
  processing: 'still processing',
  removed: 'removed',
  taken_down: 'with a notice',
  address_deleted: 'with a blocked address',
  merged: 'merged into another',
  no_basis: 'without permission',
  no_film: 'without a film',
  gone: 'gone at the source',
  never_public: 'never completed',
  changed: 'changed since',
  no_category: 'whose category no longer exists',
  too_many_tags: 'with too many tags',
};

/** "Skipped: 3 with nothing to change, 1 with a notice."; empty if none. */
export function formatSkipped({ skipped }: BulkAct): string {
  const parts = Object.entries(skipped).map(([reason, n]) => `${n} ${SKIPPED[reason as SkipReason]}`);
  return parts.length === 0 ? '' : `Skipped: ${parts.join(', ')}.`;
}
