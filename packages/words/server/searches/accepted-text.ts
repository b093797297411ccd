import { LONGEST_COUNTED_SEARCH, withoutControls } from '@vesper/contract';
import { foldedWords, withoutExcluded } from '@vesper/library/search';

/** Email addresses, and numbers as long as a phone number. */
const PERSONAL = /@|\p{N}[\p{N}\s().+-]{5,}\p{N}/u;
/** Suggesting another site's name would lead visitors away. */
const OF_SITE = /[\p{L}\p{N}]\.\p{L}{2,}/u;

/**
 * The text as counted and suggested: without exclusions and site names, in one spelling. Undefined without words, if
 * too long, or if it may name a person.
 */
export function acceptedText(typed: string): string | undefined {
  const spelled = spelledOnce(typed);
  if (spelled.length > LONGEST_COUNTED_SEARCH || PERSONAL.test(spelled)) return undefined;
  const runs = withoutExcluded(spelled).split(' ');
  const text = runs.filter((run) => !OF_SITE.test(run)).join(' ');
  return foldedWords(text).join('').length < 2 ? undefined : text;
}

export function spelledOnce(typed: string): string {
  return withoutControls(typed).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
