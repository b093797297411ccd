import { LONGEST_COUNTED_SEARCH, withoutControls } from '@vesper/contract';
import { foldedWords } from '../../library/search/index.ts';

/** Addresses of persons, and numbers long enough to be somebody's. */
const PERSONAL = /@|\p{N}[\p{N}\s().+-]{5,}\p{N}/u;

/**
 * A searched text as it is counted and suggested: folded to one spelling of letters and spaces. Undefined for what is
 * neither: without a word, too long for others to look for the same, or that may name a person.
 */
export function acceptedText(typed: string): string | undefined {
  const text = withoutControls(typed).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  if (text.length > LONGEST_COUNTED_SEARCH || PERSONAL.test(text)) return undefined;
  return foldedWords(text).join('').length < 2 ? undefined : text;
}
