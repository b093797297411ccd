import type { Decision } from '@vesper/contract';
import type { BadgeWord } from '../../ui/values.tsx';

/** What was decided about an address, in words. */
export const DECISION_WORDS: Record<Decision, BadgeWord> = {
  new: { word: 'Queued', tone: 'good' },
  known: { word: 'Known', tone: 'calm' },
  duplicate: { word: 'Duplicate', tone: 'calm' },
  blocked: { word: 'Blocked', tone: 'warn' },
  robots: { word: 'Not allowed by robots.txt', tone: 'warn' },
  over_quota: { word: 'Over the quota', tone: 'calm' },
  no_video: { word: 'No video', tone: 'warn' },
  failed: { word: 'Failed', tone: 'bad' },
};

/** The download was postponed because the site asked for a pause. */
export const PUT_OFF: BadgeWord = { word: 'Postponed', tone: 'calm' };
