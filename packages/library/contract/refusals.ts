import {
  type AreaCalls,
  callsInArea,
  instant,
  MOST_VERSION,
  oneOf,
  safeText,
  shownText,
  wholeNumber,
} from '@vesper/core/contract';
import { z } from 'zod';

/** `exact` matches neither misspellings nor parts of words; `never` is an exception. */
export const TERM_KINDS = ['refused', 'exact', 'never'] as const;
export type TermKind = (typeof TERM_KINDS)[number];

export const REFUSED_WAYS = ['itself', 'form', 'error', 'joined', 'within', 'disguised'] as const;
export type RefusedWay = (typeof REFUSED_WAYS)[number];

export const MOST_TERM = 200;
export const MOST_TERMS_AT_ONCE = 5_000;
/** Of all kinds together. */
export const MOST_TERMS = 20_000;
export const MOST_HELP = 1000;

const VERSION = 'version must be the number that came with the settings.';
const LANGUAGE = 'A language is a code of two or three lower-case letters, such as de.';
const language = z
  .string(LANGUAGE)
  .regex(/^[a-z]{2,3}$/, LANGUAGE)
  .meta({ examples: ['en'] });

export const RefusedTerm = z.object({
  id: z.string(),
  language: z.string(),
  term: z.string(),
  kind: z.enum(TERM_KINDS),
  by: z.string(),
  createdAt: instant,
});
export type RefusedTerm = z.output<typeof RefusedTerm>;

export const RefusedLanguage = z.object({
  language: z.string(),
  /** Built-in terms, kept as hashes so that they cannot be listed. */
  seeded: z.int(),
  isSeedOn: z.boolean(),
  own: z.int(),
  never: z.int(),
});
export type RefusedLanguage = z.output<typeof RefusedLanguage>;

export const Refusals = z.object({
  languages: z.array(RefusedLanguage),
  /** Added to the site's own text when a search is blocked. */
  help: z.string(),
  /** A linked help page; '' for none. */
  helpAddress: z.string(),
  version: z.int(),
  /** Videos awaiting a decision, counted up to 1,000. */
  heldBack: z.int(),
  heldKeywords: z.int(),
  /** Whether videos are being checked again after a change. */
  isSweeping: z.boolean(),
  sweptAt: instant.nullable(),
});
export type Refusals = z.output<typeof Refusals>;

export const RefusalTried = z.object({
  isRefused: z.boolean(),
  /** Null for a built-in term. */
  term: z.string().nullable(),
  language: z.string().nullable(),
  way: z.enum(REFUSED_WAYS).nullable(),
  part: z.string().nullable(),
});
export type RefusalTried = z.output<typeof RefusalTried>;

const id = z.string().regex(/^[0-9]{1,15}$/, 'A term is identified by its number.');

export const refusalsCalls = callsInArea('words', {
  get: {
    route: 'GET /api/admin/refusals',
    summary: 'Returns the languages that have blocked terms, and the help text for visitors.',
    output: Refusals,
  },
  change: {
    route: 'PATCH /api/admin/refusals',
    summary:
      'Changes the help text for visitors, and turns built-in terms on or off by language; hiding many videos asks for the password.',
    body: z.object({
      help: shownText(MOST_HELP).optional(),
      helpAddress: safeText(2000)
        .regex(/^(?:|https:\/\/[^\s"'<>]+)$/, 'The address of the help page must begin with https://.')
        .optional(),
      offLanguages: z.array(language, 'offLanguages must be a list of languages.').max(100).optional(),
      version: z.int(VERSION).max(MOST_VERSION, VERSION).optional(),
    }),
    output: Refusals,
    undo: 'itself',
    errors: ['password_required', 'conflict'],
  },
  terms: {
    route: 'GET /api/admin/refused-terms',
    summary: 'Lists the administrators’ blocked terms and exceptions, newest first.',
    query: z.object({
      kind: oneOf('kind', TERM_KINDS).optional(),
      language: language.optional(),
      after: z
        .string()
        .regex(/^[0-9]{1,15}$/, 'after must be the "next" of the previous page.')
        .optional(),
      limit: wholeNumber('limit', 1, 1000, 50),
    }),
    output: z.object({ terms: z.array(RefusedTerm), next: z.string().nullable() }),
  },
  add: {
    route: 'POST /api/admin/refused-terms',
    summary: 'Adds blocked terms or exceptions for a language; hiding many videos asks for the password.',
    body: z.object({
      language,
      kind: oneOf('kind', TERM_KINDS).default('refused'),
      terms: z
        .array(shownText(MOST_TERM), 'terms must be a list of terms.')
        .min(1, 'Give at least one term.')
        .max(MOST_TERMS_AT_ONCE, `Add at most ${MOST_TERMS_AT_ONCE} terms at once.`),
    }),
    sealedInput: ['terms'],
    bodyLimit: 4 * 1024 * 1024,
    output: z.object({
      added: z.array(z.string()),
      known: z.int(),
      unusable: z.int(),
    }),
    undo: 'refusals.remove',
    errors: ['password_required', 'conflict'],
  },
  remove: {
    route: 'POST /api/admin/refused-terms/removal',
    summary: 'Removes blocked terms or exceptions; hiding many videos asks for the password.',
    body: z.object({
      ids: z
        .array(id, 'ids must be a list of ids.')
        .min(1, 'Give at least one id.')
        .max(MOST_TERMS_AT_ONCE, `Remove at most ${MOST_TERMS_AT_ONCE} terms at once.`),
    }),
    output: z.object({ removed: z.int() }),
    undo: 'refusals.add',
    errors: ['password_required', 'not_found'],
  },
  try: {
    route: 'POST /api/admin/refusals/try',
    summary: 'Says whether a text is blocked, by which term and why.',
    body: z.object({ text: safeText(5000) }),
    sealedInput: ['text'],
    output: RefusalTried,
    undo: 'nothing lost',
  },
} as const satisfies AreaCalls);
