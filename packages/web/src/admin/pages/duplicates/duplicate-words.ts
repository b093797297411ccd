import type { DuplicateDecision, DuplicateTest, DuplicateVideo } from '@vesper/contract';
import type { Tone } from '../../ui/status-badge.tsx';

export const POLL_MS = 15_000;

export type Outcome = DuplicateDecision['outcome'];

export const OUTCOME_WORDS: Record<Outcome, string> = {
  suspected: 'Waiting for a decision',
  skipped: 'Left out',
  kept: 'Kept',
  merged: 'Merged',
};

export const OUTCOME_TONES: Record<Outcome, Tone> = {
  suspected: 'warn',
  skipped: 'calm',
  kept: 'good',
  merged: 'busy',
};

/** What the two have in common. */
export const TEST_WORDS: Record<DuplicateTest, string> = {
  address: 'Same address',
  external_id: 'Same ID at the source',
  likeness: 'Same title and length',
  content: 'Same file',
};

/** What a merge does. */
function formatMerge({ stays, goes }: { stays: string; goes: string }): string {
  return `${goes} leaves the site and its files are removed. Its address redirects to ${stays}, which gets its views, tags, keywords, translations and notices. This cannot be undone.`;
}

type Standing = Pick<DuplicateVideo, 'status' | 'hiddenReason'>;

/** Whether `one` can stay in a merge with `other`. The server has the same rule. */
export function canStay(one: Standing | null, other: Standing | null): boolean {
  if (one?.status !== 'published' || other === null) return false;
  return other.status === 'published' || (other.status === 'hidden' && other.hiddenReason !== 'takedown');
}

/** Explains a merge, by the two titles. */
export function formatMergeChoice(
  stays: 'new' | 'existing',
  titles: { later: string; first: string },
): string {
  const later = `“${titles.later}”, added later,`;
  const first = `“${titles.first}”, which was here first,`;
  return formatMerge(stays === 'new' ? { stays: later, goes: first } : { stays: first, goes: later });
}
