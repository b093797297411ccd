import { LONGEST_SYNONYM, MOST_SYNONYM_WORDS } from '@vesper/contract';

const QUOTE_OR_MINUS = /["“”„‟＂〝〞〟«»‹›「」『』｢｣《》〈〉]|(?<!\S)[\p{Pd}\u2212]/u;

/** Whether what people looked for can be a synonym: a few words, without quotes or anything left out. */
export function isPossibleSynonym(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const isShort = words.length > 0 && words.length <= MOST_SYNONYM_WORDS && text.length <= LONGEST_SYNONYM;
  return isShort && !QUOTE_OR_MINUS.test(text);
}
