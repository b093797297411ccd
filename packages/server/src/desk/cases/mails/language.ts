import { ORIGINAL_LANGUAGE } from '@vesper/contract';
import type { Db } from '../../../kernel/db/pool.ts';
import { selectLanguageCodes } from '../../../words/languages/index.ts';

/** Of a header, which strangers write. */
const MOST_WISHES = 20;

/**
 * The code of the language in which somebody is best answered, by the `Accept-Language` of their browser (RFC 9110,
 * 12.5.4); null if the site knows none of those.
 */
export async function languageOf(db: Db, acceptLanguage: string): Promise<string | null> {
  const wishes = wishesOf(acceptLanguage);
  if (wishes.length === 0) return null;
  return bestOf(wishes, [...new Set([...(await selectLanguageCodes(db)), ORIGINAL_LANGUAGE])]);
}

/** Tags in small letters, the dearest first. */
export function wishesOf(header: string): string[] {
  return header
    .toLowerCase()
    .split(',', MOST_WISHES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

/** The very language of a wish, else another of the same tongue. */
export function bestOf(wishes: readonly string[], codes: readonly string[]): string | null {
  const baseOf = (tag: string) => tag.toLowerCase().split('-')[0];
  for (const wish of wishes) {
    const found =
      codes.find((code) => code.toLowerCase() === wish) ??
      codes.find((code) => code === baseOf(wish)) ??
      codes.find((code) => baseOf(code) === baseOf(wish));
    if (found !== undefined) return found;
  }
  return null;
}
