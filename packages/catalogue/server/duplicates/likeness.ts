import { editDistance } from '@vesper/core/lib/text/edit-distance.ts';
/** `titleKey`: the database's title_key(), folded words with single spaces. */
export interface TitledVideo {
  titleKey: string;
  sourceId: string | null;
}

/** `same`: skipped. `alike`: for review. */
export type Likeness = 'same' | 'alike' | 'different';

/** Shorter titles say too little: "video 1", "untitled", "test chart". */
const TELLING_WORDS = 3;
/** Characters, for scripts without spaces. */
const TELLING_UNSPACED = 8;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** Share of unchanged characters, within one source. */
const NEAR = 0.9;

/**
 * For videos of equal length. Within a source, equal distinctive titles are the same, and similar ones with the same
 * numbers alike; across sources, equal ones are alike. "part 1" is not "part 2".
 */
export function judgeLikeness(one: TitledVideo, other: TitledVideo): Likeness {
  if (!isTelling(one.titleKey) || !isTelling(other.titleKey)) return 'different';
  const isSameSource = one.sourceId !== null && one.sourceId === other.sourceId;
  if (one.titleKey === other.titleKey) return isSameSource ? 'same' : 'alike';
  if (!isSameSource || numbersOf(one.titleKey) !== numbersOf(other.titleKey)) return 'different';
  return similarity(one.titleKey, other.titleKey) >= NEAR ? 'alike' : 'different';
}

export function isTelling(titleKey: string): boolean {
  const words = titleKey.split(' ').filter((word) => /\p{L}/u.test(word));
  return words.length >= TELLING_WORDS || (titleKey.match(UNSPACED)?.length ?? 0) >= TELLING_UNSPACED;
}

function numbersOf(titleKey: string): string {
  return (titleKey.match(/\p{N}+/gu) ?? []).join(' ');
}

/** 1 - Levenshtein distance / the longer length. */
function similarity(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const longest = Math.max(a.length, b.length);
  if (longest === 0) return 1;
  if (Math.abs(a.length - b.length) > longest * (1 - NEAR))
    return 1 - Math.abs(a.length - b.length) / longest;
  return 1 - editDistance(a, b) / longest;
}
