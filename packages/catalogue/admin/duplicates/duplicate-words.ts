import type { CallOutput, DuplicateDecision, DuplicateTest, DuplicateVideo, Routes } from '@vesper/contract';
import type { BadgeWord } from '@vesper/web/admin/ui/values.tsx';

export type Outcome = DuplicateDecision['outcome'];

export const OUTCOMES: Record<Outcome, BadgeWord> = {
  suspected: { word: 'Waiting for a decision', tone: 'warn' },
  skipped: { word: 'Left out', tone: 'calm' },
  kept: { word: 'Kept', tone: 'good' },
  merged: { word: 'Merged', tone: 'busy' },
};

export const TEST_WORDS: Record<DuplicateTest, string> = {
  address: 'Same address',
  external_id: 'Same ID at the source',
  likeness: 'Same title and length',
  content: 'Same file',
};

type Standing = Pick<DuplicateVideo, 'status' | 'hiddenReason'>;

/** The server has the same rule. */
export function canStay(one: Standing | null, other: Standing | null): boolean {
  if (one?.status !== 'published' || other === null) return false;
  return other.status === 'published' || (other.status === 'hidden' && other.hiddenReason !== 'takedown');
}

export function formatMergeChoice(
  stays: 'new' | 'existing',
  titles: { later: string; first: string },
): string {
  const both = [`“${titles.later}”, added later,`, `“${titles.first}”, added first,`];
  const [stay, go] = stays === 'new' ? both : both.toReversed();
  return `${go} is removed with its files. Its address redirects to ${stay}, which gets its views, tags, keywords, translations and notices. This cannot be undone.`;
}

export const DECIDING = {
  failure: 'The decision could not be saved.',
  success: ({ outcome, videoId }: CallOutput<Routes['duplicates']['decide']>) => {
    if (outcome === 'merged') return 'Videos merged';
    // A video that was never published has no id.
    return videoId ? 'Both videos kept' : 'Its address can be queued again';
  },
};
