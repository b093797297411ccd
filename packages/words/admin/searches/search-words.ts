import { type CallInput, LONGEST_SYNONYM, MOST_SYNONYM_WORDS, type Routes } from '@vesper/contract';

const LONGEST_SLUG = 100;

/** A draft with unreviewed words. The slug is empty without a letter or digit. */
export function keywordOfSearch(text: string, languageCode: string): CallInput<Routes['keywords']['create']> {
  const title = text.charAt(0).toUpperCase() + text.slice(1);
  return {
    keyword: text,
    slug: slugOf(text),
    languageCode: languageCode || null,
    metaTitle: `${title} videos`,
    metaDescription: `Watch ${text} videos.`,
    reviewed: false,
  };
}

/** Removes accents from alphabets; other scripts need their marks. */
function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, LONGEST_SLUG)
    .toWellFormed()
    .replace(/^[\p{M}-]+|-+$/gu, '');
}

const QUOTE_OR_MINUS = /["“”„‟＂〝〞〟«»‹›「」『』｢｣《》〈〉]|(?<!\S)[\p{Pd}\u2212]/u;

/** A few words, without quotes or exclusions. */
export function isPossibleSynonym(text: string): boolean {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const isShort = words.length > 0 && words.length <= MOST_SYNONYM_WORDS && text.length <= LONGEST_SYNONYM;
  return isShort && !QUOTE_OR_MINUS.test(text);
}
