import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText } from '../text.ts';
import { wholeNumber } from './videos.ts';

export const LANGUAGE_REQUIRED = 'Please select a language';

/** How many videos a batch handles unless it is told otherwise. */
export const DEFAULT_BATCH_SIZE = 500;
const LARGEST_BATCH = 10_000_000;
const BATCH = 'limit must be a whole number from 1 to 10,000,000.';

export const TRANSLATION_RUN_STATES = ['running', 'completed', 'stopped', 'failed'] as const;

/** One batch. The counts are live while it goes on. */
export const TranslationRun = z.object({
  id: z.string(),
  languageCode: z.string(),
  languageName: z.string(),
  translator: z.string(),
  state: z.enum(TRANSLATION_RUN_STATES),
  /** Videos that it translates at most. */
  limit: z.number().int(),
  translatedCount: z.number().int(),
  /** Videos that it passed because they are translated already, or that were given up earlier. */
  skippedCount: z.number().int(),
  errorCount: z.number().int(),
  /** Whether it has come to the oldest video; if not, the next batch goes on. */
  reachedEnd: z.boolean(),
  /** Why it failed, or what it waits for, in a sentence. */
  message: z.string().nullable(),
  startedBy: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
});
export type TranslationRun = z.infer<typeof TranslationRun>;

export const TranslationBatch = z.object({
  /** Without one the call says LANGUAGE_REQUIRED. */
  languageCode: safeText(35)
    .nullish()
    .transform((code) => code?.trim() ?? ''),
  limit: z.number(BATCH).int(BATCH).min(1, BATCH).max(LARGEST_BATCH, BATCH).default(DEFAULT_BATCH_SIZE),
});

/** How far a batch has come when the call ends; while `state` is running it goes on by itself. */
export const TranslationBatchResult = z.object({
  translatedCount: z.number().int(),
  skippedCount: z.number().int(),
  errorCount: z.number().int(),
  runId: z.string(),
  state: z.enum(TRANSLATION_RUN_STATES),
  /** Whether another batch would have something left to look at. */
  hasMore: z.boolean(),
  /** What it waits for, in a sentence. */
  message: z.string().nullable(),
});
export type TranslationBatchResult = z.infer<typeof TranslationBatchResult>;

/** The latest first. `before` is the id of the last one of the page before. */
export const TranslationRunsQuery = z.object({
  limit: wholeNumber('limit', 1, 100, 20),
  before: wholeNumber('before', 1, 999_999_999, 999_999_999),
  languageCode: safeText(35).optional(),
});

export const TranslationRunParams = z.object({
  id: z.string().regex(/^[0-9]{1,15}$/, 'id must be the number of a run.'),
});

export const TranslationErrorsQuery = z.object({
  limit: wholeNumber('limit', 1, 100, 50),
  /** The video id of the last one of the page before. */
  after: safeText(100).default(''),
});

/** A video of which a run could not translate the texts, and has not been translated since. */
export const TranslationError = z.object({
  videoId: z.string(),
  title: z.string(),
  message: z.string(),
  /** Runs that failed over it. After three it is left alone until its texts are edited. */
  attempts: z.number().int(),
});
export type TranslationError = z.infer<typeof TranslationError>;

/** What translates, and into which languages. */
export const TranslatorState = z.object({
  /** Null where none is set up. */
  name: z.enum(['apertium', 'libretranslate']).nullable(),
  /** How it stands, in a sentence. */
  sentence: z.string(),
  /** Codes of our languages that it can do; empty where it cannot be asked. */
  languageCodes: z.array(z.string()),
});
export type TranslatorState = z.infer<typeof TranslatorState>;

export const translationsCalls = {
  batch: {
    method: 'POST',
    path: '/api/translations/batch',
    summary: "Translates videos' titles and descriptions into a language.",
    caller: 'admin',
    area: 'words',
    undo: 'nothing lost',
    body: TranslationBatch,
    output: TranslationBatchResult,
    errors: ['bad_request', 'conflict', 'unavailable'],
  },
  runs: {
    method: 'GET',
    path: '/api/translations/runs',
    summary: 'Lists runs of the translation and how far they have come.',
    caller: 'admin',
    area: 'words',
    query: TranslationRunsQuery,
    output: z.array(TranslationRun),
    errors: ['bad_request'],
  },
  errors: {
    method: 'GET',
    path: '/api/translations/runs/:id/errors',
    summary: 'Lists what a run of the translation could not translate, and why.',
    caller: 'admin',
    area: 'words',
    params: TranslationRunParams,
    query: TranslationErrorsQuery,
    output: z.array(TranslationError),
    errors: ['bad_request', 'not_found'],
  },
  stop: {
    method: 'POST',
    path: '/api/translations/runs/:id/stop',
    summary: 'Stops a run of the translation; what it has translated stays.',
    caller: 'admin',
    area: 'words',
    undo: 'translations.batch',
    params: TranslationRunParams,
    output: TranslationRun,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  translator: {
    method: 'GET',
    path: '/api/translations/translator',
    summary: 'Which translator is set up, and for which languages.',
    caller: 'admin',
    area: 'words',
    output: TranslatorState,
    errors: [],
  },
} as const satisfies CallGroup;
