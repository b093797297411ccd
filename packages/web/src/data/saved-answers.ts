import type { Answers, PageQuery } from './answers.ts';

export interface SavedAnswer {
  key: PageQuery['queryKey'];
  data?: unknown;
  /** The site's refusal, in place of data. */
  error?: Error;
}

/** The answers and refusals of a cache as JSON that is safe inside a script element; the same data gives the same text. */
export function saveAnswers(cache: Answers): string {
  return escapeForScript(
    JSON.stringify(cache.all().map(({ key, data, error }) => (error ? { key, error } : { key, data }))),
  );
}

/** Fills a cache with what `saveAnswers` wrote. */
export function restoreAnswers(cache: Answers, text: string): void {
  for (const { key, data, error } of JSON.parse(text) as SavedAnswer[])
    cache.set(key, error ? { error } : { data });
}

/** Escapes everything that an HTML parser could take for a tag, comment or entity, or a script parser for a newline. */
export function escapeForScript(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
