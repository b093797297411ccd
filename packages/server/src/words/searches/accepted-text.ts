import { LONGEST_COUNTED_SEARCH, withoutControls } from '@vesper/contract';
import { foldedWords, withoutExcluded } from '../../library/search/index.ts';

/** Addresses of persons, and numbers long enough to be somebody's. */
const PERSONAL = /@|\p{N}[\p{N}\s().+-]{5,}\p{N}/u;
/** A site's name: suggested, it would lead visitors away. */
const OF_SITE = /[\p{L}\p{N}]\.\p{L}{2,}/u;

/**
 * A searched text as it is counted and suggested: what it asks for, without exclusions and names of sites, in one
 * spelling. Undefined for what is neither: without a word, too long for others to look for the same, or that may name a
 * person.
 */
export function acceptedText(typed: string): string | undefined {
  const spelled = spelledOnce(typed);
  if (spelled.length > LONGEST_COUNTED_SEARCH || PERSONAL.test(spelled)) return undefined;
  const runs = withoutExcluded(spelled).split(' ');
  const text = runs.filter((run) => !OF_SITE.test(run)).join(' ');
  return foldedWords(text).join('').length < 2 ? undefined : text;
}

/** Folded to one spelling of letters and spaces. */
export function spelledOnce(typed: string): string {
  return withoutControls(typed).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
