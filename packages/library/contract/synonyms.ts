import {
  type AreaCalls,
  callsInArea,
  IdParams,
  SeenVersion,
  safeText,
  shownText,
} from '@vesper/core/contract';
import { z } from 'zod';

/** Each process holds them all in memory. */
export const MOST_SYNONYM_GROUPS = 2000;
export const MOST_SYNONYM_WORDS = 4;
export const LONGEST_SYNONYM = 60;
const MOST_WORDS = 20;

const WORDS = `A group has from 2 to ${MOST_WORDS} words.`;
const VERSION = 'version must be the number that came with the group.';

const domainId = safeText(100).nullable();
const words = z
  .array(shownText(LONGEST_SYNONYM).trim().min(1, 'A word must not be empty.'), WORDS)
  .min(2, WORDS)
  .max(MOST_WORDS, WORDS)
  .meta({ examples: [['film', 'movie']] });

/** A search for one also finds the others. */
export const SynonymGroup = z.object({
  id: z.string(),
  /** Null for every domain. */
  domainId: z.string().nullable(),
  words: z.array(z.string()),
  version: z.number().int(),
});
export type SynonymGroup = z.infer<typeof SynonymGroup>;

export const NewSynonymGroup = z.object({
  domainId: domainId.default(null),
  words,
});
export type NewSynonymGroup = z.infer<typeof NewSynonymGroup>;

/** Omitted fields stay. With `version`, a change based on an outdated group is rejected. */
export const SynonymChanges = z
  .object({ domainId, words, version: z.number(VERSION).int(VERSION) })
  .partial();
export type SynonymChanges = z.infer<typeof SynonymChanges>;

export const synonymsCalls = callsInArea('words', {
  list: {
    route: 'GET /api/admin/synonyms',
    summary: 'Lists the synonym groups.',
    output: z.array(SynonymGroup),
  },
  create: {
    route: 'POST /api/admin/synonyms',
    summary: 'Adds a synonym group, for one domain or all.',
    undo: 'synonyms.delete',
    body: NewSynonymGroup,
    output: SynonymGroup,
    errors: ['not_found', 'conflict'],
  },
  change: {
    route: 'PATCH /api/admin/synonyms/:id',
    summary: 'Changes the words or the domain of a synonym group.',
    undo: 'itself',
    params: IdParams,
    body: SynonymChanges,
    output: SynonymGroup,
    errors: ['not_found', 'conflict'],
  },
  delete: {
    route: 'DELETE /api/admin/synonyms/:id',
    summary: 'Deletes a synonym group.',
    undo: 'synonyms.create',
    params: IdParams,
    query: SeenVersion,
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
