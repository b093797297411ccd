import type { Answers, PageQuery } from './answers.ts';
import { packList, type ReadCard, unpackList } from './packed-list.ts';

export interface SavedAnswer {
  key: PageQuery['queryKey'];
  data?: unknown;
  /** The site's refusal, in place of data. */
  error?: Error;
}

/**
 * The answers and refusals of a cache as JSON that is safe inside a script element, without what the cards in `body`,
 * the page's HTML, say. The same data always gives the same text.
 */
export function saveAnswers(cache: Answers, body = ''): string {
  return escapeForScript(
    JSON.stringify(
      cache
        .all()
        .map(({ key, data, error }) => (error ? { key, error } : { key, data: packList(data, body) })),
    ),
  );
}

/** Fills a cache with what `saveAnswers` wrote. A list with a card that cannot be read is left to be fetched. */
export function restoreAnswers(cache: Answers, text: string, readCard: ReadCard): void {
  for (const { key, data, error } of JSON.parse(text) as SavedAnswer[]) {
    if (error) cache.set(key, { error });
    else cache.set(key, { data: unpackList(data, readCard) });
  }
}

/** Escapes everything that an HTML parser could take for a tag, comment or entity, or a script parser for a newline. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
