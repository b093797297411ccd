import { z } from 'zod';

/** In display order. */
export const TAKEN_FIELDS = [
  'title',
  'film',
  'player',
  'thumbnail',
  'duration',
  'description',
  'tags',
  'category',
] as const;

/** Where each was taken from, in words: "title" from "Open Graph". */
export const TakenFrom = z.partialRecord(z.enum(TAKEN_FIELDS), z.string());
export type TakenFrom = z.infer<typeof TakenFrom>;

/** "title and tags from JSON-LD, film from microdata"; empty if nothing is known. */
export function formatTakenFrom(takenFrom: TakenFrom): string {
  const fields = TAKEN_FIELDS.filter((field) => takenFrom[field]);
  const forms = [...new Set(fields.map((field) => takenFrom[field]))];
  return forms
    .map((form) => `${joined(fields.filter((field) => takenFrom[field] === form))} from ${form}`)
    .join(', ');
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
