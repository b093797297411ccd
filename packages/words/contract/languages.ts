import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  SeenVersion,
  shownText,
} from '@vesper/core/contract';
import { z } from 'zod';

/** The original language, from which all translations are made. */
export const ORIGINAL_LANGUAGE = 'en';

const CODE =
  'A language code has two or three lower-case letters, and may have a region or script, such as de or pt-BR.';
const NAME = 'A language needs a name.';
const NATIVE_NAME = 'A language needs a native name.';

const VERSION = 'version must be the number that came with the language.';

const name = shownText(100).trim().min(1, NAME);
const nativeName = shownText(100).trim().min(1, NATIVE_NAME);
const enabled = z.boolean('enabled must be true or false.');

export const Language = z.object({
  id: z.string(),
  /** BCP 47, such as "de" or "pt-BR"; addresses of its keyword pages start with it. */
  code: z.string(),
  name: z.string(),
  nativeName: z.string(),
  enabled: z.boolean(),
  createdAt: instant,
  isOriginal: z.boolean(),
  /** Videos translated into it, hidden ones included. */
  translations: z.number().int(),
  /** Counted up to 1,000. */
  keywords: z.number().int(),
  version: z.number().int(),
});
export type Language = z.infer<typeof Language>;

export const NewLanguage = z.object({
  code: z
    .string(CODE)
    .trim()
    .max(35, CODE)
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, CODE),
  name,
  nativeName,
  enabled: enabled.default(true),
});
export type NewLanguage = z.infer<typeof NewLanguage>;

/** Omitted fields stay; the code never changes. With the `version` that was read, the edit is refused if someone else changed it since. */
export const LanguageChanges = z
  .object({ name, nativeName, enabled, version: z.number(VERSION).int(VERSION) })
  .partial();
export type LanguageChanges = z.infer<typeof LanguageChanges>;

export const languagesCalls = callsInArea('words', {
  list: {
    route: 'GET /api/languages',
    summary: 'Lists the languages.',
    output: z.array(Language),
  },
  create: {
    route: 'POST /api/languages',
    summary: 'Adds a language.',
    undo: 'languages.delete',
    body: NewLanguage,
    output: Language,
    errors: ['conflict'],
  },
  change: {
    route: 'PATCH /api/languages/:id',
    summary: 'Changes, enables or disables a language.',
    undo: 'itself',
    params: IdParams,
    body: LanguageChanges,
    output: Language,
    errors: ['not_found', 'conflict'],
  },
  delete: {
    route: 'DELETE /api/languages/:id',
    summary: 'Deletes a language.',
    undo: 'languages.create',
    params: IdParams,
    query: SeenVersion,
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
