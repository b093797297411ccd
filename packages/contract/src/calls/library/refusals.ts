import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../../call.ts';
import { instant, oneOf, safeText, shownText, wholeNumber } from '../../text.ts';

/** Refused, refused but neither misspelt nor within other words, or never refused. */
export const TERM_KINDS = ['refused', 'exact', 'never'] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** How a text has a term. */
export const REFUSED_WAYS = ['itself', 'form', 'error', 'joined', 'within', 'disguised'] as const;
export type RefusedWay = (typeof REFUSED_WAYS)[number];

export const MOST_TERM = 200;
export const MOST_TERMS_AT_ONCE = 5_000;
/** Of all kinds together. */
export const MOST_TERMS = 20_000;
export const MOST_HELP = 1000;

const LANGUAGE = 'A language has two or three small letters, such as de.';
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
  /** Terms that came with the program; they are kept as hashes, so nobody can list them. */
  seeded: z.int(),
  /** Whether these are in use. */
  isSeedOn: z.boolean(),
  /** The administrators' own, and the words of it that are never refused. */
  own: z.int(),
  never: z.int(),
});
export type RefusedLanguage = z.output<typeof RefusedLanguage>;

export const Refusals = z.object({
  languages: z.array(RefusedLanguage),
  /** What visitors read besides the site's own text when a search is refused; '' for nothing. */
  help: z.string(),
  /** A page of help that is linked; '' for none. */
  helpAddress: z.string(),
  version: z.int(),
  /** Videos that are held back and wait for a decision, counted up to 1,000. */
  heldBack: z.int(),
  /** Keywords likewise. */
  heldKeywords: z.int(),
  /** Whether the videos are being looked through after a change. */
  isSweeping: z.boolean(),
  /** When they were last looked through. */
  sweptAt: instant.nullable(),
});
export type Refusals = z.output<typeof Refusals>;

/** What a text was tried for. */
export const RefusalTried = z.object({
  isRefused: z.boolean(),
  /** An administrator's term; null for one that came with the program. */
  term: z.string().nullable(),
  language: z.string().nullable(),
  way: z.enum(REFUSED_WAYS).nullable(),
  /** The part of the text, as it was read. */
  part: z.string().nullable(),
});
export type RefusalTried = z.output<typeof RefusalTried>;

const id = z.string().regex(/^[0-9]{1,15}$/, 'A term is named by its number.');

export const refusalsCalls = callsInArea('words', {
  get: {
    route: 'GET /api/admin/refusals',
    summary: 'Says for which languages terms are refused, and what visitors are told.',
    output: Refusals,
  },
  change: {
    route: 'PATCH /api/admin/refusals',
    summary:
      'Sets what visitors are told, and which languages’ seeded terms are in use; hiding many videos asks for the password.',
    body: z.object({
      help: shownText(MOST_HELP).optional(),
      helpAddress: safeText(2000)
        .regex(/^(?:|https:\/\/[^\s"'<>]+)$/, 'The address of help must begin with https://.')
        .optional(),
      offLanguages: z.array(language, 'offLanguages must be a list of languages.').max(100).optional(),
      version: z.int('version must be the number that came with the settings.').optional(),
    }),
    output: Refusals,
    undo: 'itself',
    errors: ['bad_request', 'password_required', 'conflict'],
  },
  terms: {
    route: 'GET /api/admin/refused-terms',
    summary: 'Lists the administrators’ refused terms and exceptions, newest first.',
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
    errors: ['bad_request'],
  },
  add: {
    route: 'POST /api/admin/refused-terms',
    summary: 'Adds refused terms or exceptions of a language; hiding many videos asks for the password.',
    body: z.object({
      language,
      kind: oneOf('kind', TERM_KINDS).default('refused'),
      terms: z
        .array(shownText(MOST_TERM), 'terms must be a list of terms.')
        .min(1, 'There are no terms.')
        .max(MOST_TERMS_AT_ONCE, `At most ${MOST_TERMS_AT_ONCE} terms are taken at once.`),
    }),
    sealedInput: ['terms'],
    bodyLimit: 4 * 1024 * 1024,
    output: z.object({
      /** The new ones' ids. */
      added: z.array(z.string()),
      /** How many were on the list already. */
      known: z.int(),
      /** How many have no letter or digit to be found by. */
      unusable: z.int(),
    }),
    undo: 'refusals.remove',
    errors: ['bad_request', 'password_required', 'conflict'],
  },
  remove: {
    route: 'POST /api/admin/refused-terms/removal',
    summary: 'Removes refused terms or exceptions; hiding many videos asks for the password.',
    body: z.object({
      ids: z
        .array(id, 'ids must be a list of ids.')
        .min(1, 'There are no ids.')
        .max(MOST_TERMS_AT_ONCE, `At most ${MOST_TERMS_AT_ONCE} terms are removed at once.`),
    }),
    output: z.object({ removed: z.int() }),
    undo: 'refusals.add',
    errors: ['bad_request', 'password_required', 'not_found'],
  },
  try: {
    route: 'POST /api/admin/refusals/try',
    summary: 'Says whether a text is refused, by which term and why.',
    body: z.object({ text: safeText(5000) }),
    sealedInput: ['text'],
    output: RefusalTried,
    undo: 'nothing lost',
    errors: ['bad_request'],
  },
} as const satisfies AreaCalls);
