import type {
  BulkAct,
  HiddenReason,
  ManagedVideo,
  SkipReason,
  VideoProblem,
  VideoStatus,
} from '@vesper/contract';
import { countText } from '../../../ui/format.ts';
import type { Tone } from '../../ui/status-badge.tsx';

export const STATUS_WORDS: Record<VideoStatus, string> = {
  published: 'Published',
  hidden: 'Hidden',
  processing: 'On its way',
  removed: 'Removed',
};

export const STATUS_TONES: Record<VideoStatus, Tone> = {
  published: 'good',
  hidden: 'warn',
  processing: 'busy',
  removed: 'bad',
};

export const REASON_WORDS: Record<HiddenReason, string> = {
  administrator: 'By an administrator',
  basis: 'Its source has no valid basis',
  gone: 'Gone at its source',
  takedown: 'After a copyright notice',
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
  making_failed: 'Problem while making',
};

export const GONE_WORDS: Record<GoneClass, string> = {
  deleted: 'Deleted at its source',
  private: 'Only for those who sign in there',
  legal: 'Blocked there for legal reasons',
  redirected: 'Its address leads elsewhere',
  changed_type: 'Its address is no video any more',
  unreachable: 'Its source has not answered for a week',
  file_missing: 'Its file is missing here',
};

type GoneClass = NonNullable<NonNullable<ManagedVideo['gone']>['class']>;

/** Why a video is not public, in words; empty of one that is. */
export function formatStatusReason({
  status,
  hiddenReason,
  removalReason,
  publishedAt,
  gone,
}: ManagedVideo): string {
  if (gone?.class) return GONE_WORDS[gone.class];
  if (status === 'hidden') return hiddenReason ? REASON_WORDS[hiddenReason] : '';
  if (status === 'removed') return removalReason ?? 'No reason was given.';
  if (status === 'processing') return publishedAt ? 'It is being downloaded again' : 'It is being brought';
  return '';
}

const DONE: Record<BulkAct['act'], string> = {
  hide: 'Hidden',
  publish: 'Published',
  remove: 'Removed',
  delete: 'Deleted for good',
  set_category: 'Moved to another category',
  add_tags: 'Given tags',
  remove_tags: 'Rid of tags',
  undo: 'Undone',
};

const DOING: Record<BulkAct['act'], string> = {
  hide: 'Hiding',
  publish: 'Publishing',
  remove: 'Removing',
  delete: 'Deleting for good',
  set_category: 'Moving to another category',
  add_tags: 'Giving tags',
  remove_tags: 'Taking tags from',
  undo: 'Undoing',
};

/** "Hidden: 12 videos." "Hiding: 200 of 1,000+ videos." */
export function formatAct({ act, state, done, total, totalIsCapped }: BulkAct): string {
  if (state === 'running')
    return `${DOING[act]}: ${done.toLocaleString('en-US')} of ${countText(total, 'video', totalIsCapped)}.`;
  const ending = state === 'stopped' ? ', then stopped' : '';
  return `${DONE[act]}: ${countText(done, 'video')}${ending}.`;
}

/** What an act needed: the category, the tags, the reason. */
export function formatChange({ act, category, tags, reason, undoneAct }: BulkAct): string {
  if (category !== null) return `To ${category}.`;
  if (tags !== null) return `${tags.join(', ')}.`;
  if (reason !== null) return `Reason: ${reason}`;
  return act === 'undo' && undoneAct ? `What was ${DONE[undoneAct].toLowerCase()}.` : '';
}

const SKIPPED: Record<SkipReason, string> = {
  missing: 'gone',
  already: 'so already',
  processing: 'on the way',
  taken_down: 'with a copyright notice',
  address_deleted: 'of an address whose video was deleted',
  merged: 'merged into another',
  no_basis: 'without a valid basis at the source',
  no_film: 'without a film in the storage',
  gone: 'gone at the source',
  never_public: 'never complete',
  changed: 'changed by somebody since',
  no_category: 'of a category that is not there any more',
  too_many_tags: 'with too many tags',
};

/** "Left alone: 3 so already, 1 with a copyright notice."; empty where none was. */
export function formatSkipped({ skipped }: BulkAct): string {
  const parts = Object.entries(skipped).map(([reason, n]) => `${n} ${SKIPPED[reason as SkipReason]}`);
  return parts.length === 0 ? '' : `Left alone: ${parts.join(', ')}.`;
}
