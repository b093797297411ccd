import { editDistance } from '../../kernel/lib/edit-distance.ts';
/** A video as it is compared by its title; `titleKey` is the database's title_key(): folded words, single spaces. */
export interface TitledVideo {
  titleKey: string;
  sourceId: string | null;
}

/** `same`: surely enough to leave the second out. `alike`: for an administrator to look at. */
export type Likeness = 'same' | 'alike' | 'different';

/** A title of fewer words says too little: "video 1", "untitled", "test chart". */
const TELLING_WORDS = 3;
/** Of a script that is written without spaces. */
const TELLING_UNSPACED = 8;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** How near two titles of one source must be, as the share of characters that stay. */
const NEAR = 0.9;

/**
 * How much two videos of the same length are alike by their titles. Within one source an equal title that tells
 * something is the same video, and a nearly equal one with the same numbers is alike; between sources an equal one is
 * alike. A title that tells nothing is no evidence at all, nor is "part 1" for "part 2".
 */
export function judgeLikeness(one: TitledVideo, other: TitledVideo): Likeness {
  if (!isTelling(one.titleKey) || !isTelling(other.titleKey)) return 'different';
  const isSameSource = one.sourceId !== null && one.sourceId === other.sourceId;
  if (one.titleKey === other.titleKey) return isSameSource ? 'same' : 'alike';
  if (!isSameSource || numbersOf(one.titleKey) !== numbersOf(other.titleKey)) return 'different';
  return similarity(one.titleKey, other.titleKey) >= NEAR ? 'alike' : 'different';
}

/** Whether a title names its video rather than just any: at least three words, not counting numbers. */
export function isTelling(titleKey: string): boolean {
  const words = titleKey.split(' ').filter((word) => /\p{L}/u.test(word));
  return words.length >= TELLING_WORDS || (titleKey.match(UNSPACED)?.length ?? 0) >= TELLING_UNSPACED;
}

function numbersOf(titleKey: string): string {
  return (titleKey.match(/\p{N}+/gu) ?? []).join(' ');
}

/** 1 for equal texts, 0 for those that share nothing: 1 - Levenshtein's distance / the longer length. */
export function similarity(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  if (Math.abs(a.length - b.length) > longest * (1 - NEAR))
    return 1 - Math.abs(a.length - b.length) / longest;
  return 1 - editDistance(a, b) / longest;
}
