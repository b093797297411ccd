import { ORIGINAL_LANGUAGE } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { selectLanguageCodes } from '@vesper/words/languages';

/** The header is client-controlled. */
const MOST_WISHES = 20;

/** The best language for an `Accept-Language` (RFC 9110, 12.5.4); null if none matches. */
export async function languageOf(db: Db, acceptLanguage: string): Promise<string | null> {
  const wishes = wishesOf(acceptLanguage);
  if (wishes.length === 0) return null;
  return bestOf(wishes, [...new Set([...(await selectLanguageCodes(db)), ORIGINAL_LANGUAGE])]);
}

/** In lower case, most preferred first. */
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

/** The exact language, else another variant. */
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
