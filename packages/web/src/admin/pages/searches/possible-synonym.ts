/** As the call takes them. */
const MOST_WORDS = 4;
const LONGEST = 60;
const QUOTE_OR_MINUS = /["“”„‟＂〝〞〟«»‹›「」『』｢｣《》〈〉]|(?<!\S)[\p{Pd}\u2212]/u;

/** Whether what people looked for can be a synonym: a few words, without quotes or anything left out. */
export function isPossibleSynonym(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const isShort = words.length > 0 && words.length <= MOST_WORDS && text.length <= LONGEST;
  return isShort && !QUOTE_OR_MINUS.test(text);
}
