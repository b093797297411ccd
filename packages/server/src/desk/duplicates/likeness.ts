import { editDistance } from '../../kernel/lib/text/edit-distance.ts';
/** A video for comparing titles; `titleKey` is the database's title_key(): folded words, single spaces. */
export interface TitledVideo {
  titleKey: string;
  sourceId: string | null;
}

/** `same`: certain enough to skip the second. `alike`: for an administrator to look at. */
export type Likeness = 'same' | 'alike' | 'different';

/** Titles with fewer words say too little: "video 1", "untitled", "test chart". */
const TELLING_WORDS = 3;
/** For scripts written without spaces. */
const TELLING_UNSPACED = 8;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** The similarity that two titles of one source need, as the share of unchanged characters. */
const NEAR = 0.9;

/**
 * How alike two videos of the same length are by their titles. Within one source, equal meaningful titles are the same
 * video, and nearly equal ones with the same numbers are alike; between sources equal ones are alike. A meaningless
 * title is no evidence, nor is "part 1" for "part 2".
 */
export function judgeLikeness(one: TitledVideo, other: TitledVideo): Likeness {
  if (!isTelling(one.titleKey) || !isTelling(other.titleKey)) return 'different';
  const isSameSource = one.sourceId !== null && one.sourceId === other.sourceId;
  if (one.titleKey === other.titleKey) return isSameSource ? 'same' : 'alike';
  if (!isSameSource || numbersOf(one.titleKey) !== numbersOf(other.titleKey)) return 'different';
  return similarity(one.titleKey, other.titleKey) >= NEAR ? 'alike' : 'different';
}

/** Whether a title identifies its video: at least three words, not counting numbers. */
export function isTelling(titleKey: string): boolean {
  const words = titleKey.split(' ').filter((word) => /\p{L}/u.test(word));
  return words.length >= TELLING_WORDS || (titleKey.match(UNSPACED)?.length ?? 0) >= TELLING_UNSPACED;
}

function numbersOf(titleKey: string): string {
  return (titleKey.match(/\p{N}+/gu) ?? []).join(' ');
}

/** 1 for equal texts, 0 for entirely different ones: 1 - Levenshtein distance / the longer length. */
export function similarity(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  if (Math.abs(a.length - b.length) > longest * (1 - NEAR))
    return 1 - Math.abs(a.length - b.length) / longest;
  return 1 - editDistance(a, b) / longest;
}
