import type { Answers, PageQuery } from './answers.ts';
import { packList, type ReadCard, unpackList } from './packed-list.ts';

export interface SavedAnswer {
  key: PageQuery['queryKey'];
  data?: unknown;
  /** The site's error answer. */
  error?: Error;
}

/** JSON that is safe in a script element, without what the cards in `body` show. The same data gives the same text. */
export function saveAnswers(cache: Answers, body = ''): string {
  return escapeForScript(
    JSON.stringify(
      cache
        .all()
        .map(({ key, data, error }) => (error ? { key, error } : { key, data: packList(data, body) })),
    ),
  );
}

/** A list with an unreadable card is fetched instead. */
export function restoreAnswers(cache: Answers, text: string, readCard: ReadCard): void {
  for (const { key, data, error } of JSON.parse(text) as SavedAnswer[]) {
    if (error) cache.set(key, { error });
    else cache.set(key, { data: unpackList(data, readCard) });
  }
}

/** Whatever an HTML parser could take for a tag, comment or entity, or a script parser for a newline. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
