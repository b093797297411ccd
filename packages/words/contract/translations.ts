import { type AreaCalls, callsInArea, instant, safeText, wholeNumber } from '@vesper/core/contract';
import { z } from 'zod';

export const LANGUAGE_REQUIRED = 'Please select a language';

export const DEFAULT_BATCH_SIZE = 500;
const LARGEST_BATCH = 10_000_000;
const BATCH = 'limit must be a whole number from 1 to 10,000,000.';

export const TRANSLATION_RUN_STATES = ['running', 'completed', 'stopped', 'failed'] as const;

/** The counts are live while it runs. */
export const TranslationRun = z.object({
  id: z.string(),
  languageCode: z.string(),
  languageName: z.string(),
  translator: z.string(),
  state: z.enum(TRANSLATION_RUN_STATES),
  /** The most videos to translate. */
  limit: z.number().int(),
  translatedCount: z.number().int(),
  /** Already translated, or given up. */
  skippedCount: z.number().int(),
  errorCount: z.number().int(),
  /** The oldest video; if false, the next batch continues. */
  reachedEnd: z.boolean(),
  /** Why it failed or is waiting, as a sentence. */
  message: z.string().nullable(),
  startedBy: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type TranslationRun = z.infer<typeof TranslationRun>;

/** So far; while `state` is running it continues in the background. */
export const TranslationBatchResult = z.object({
  translatedCount: z.number().int(),
  skippedCount: z.number().int(),
  errorCount: z.number().int(),
  runId: z.string(),
  state: z.enum(TRANSLATION_RUN_STATES),
  /** Whether videos are left for another batch. */
  hasMore: z.boolean(),
  message: z.string().nullable(),
});
export type TranslationBatchResult = z.infer<typeof TranslationBatchResult>;

export const TranslationRunParams = z.object({
  id: z.string().regex(/^[0-9]{1,15}$/, 'id must be the number of a run.'),
});

/** Failed in this run, and not translated by a later one. */
export const TranslationError = z.object({
  videoId: z.string(),
  title: z.string(),
  message: z.string(),
  /** Failed runs; after three it is skipped until its texts are edited. */
  attempts: z.number().int(),
});
export type TranslationError = z.infer<typeof TranslationError>;

export const TranslatorState = z.object({
  /** Null if none is configured. */
  name: z.enum(['apertium', 'libretranslate']).nullable(),
  /** A sentence. */
  sentence: z.string(),
  /** The site's languages that it supports; empty if it cannot be reached. */
  languageCodes: z.array(z.string()),
});
export type TranslatorState = z.infer<typeof TranslatorState>;

export const translationsCalls = callsInArea('words', {
  batch: {
    route: 'POST /api/translations/batch',
    summary: "Translates videos' titles and descriptions into a language.",
    undo: 'nothing lost',
    body: z.object({
      /** Without it the call answers LANGUAGE_REQUIRED. */
      languageCode: safeText(35)
        .nullish()
        .transform((code) => code?.trim() ?? ''),
      limit: z.number(BATCH).int(BATCH).min(1, BATCH).max(LARGEST_BATCH, BATCH).default(DEFAULT_BATCH_SIZE),
    }),
    output: TranslationBatchResult,
    errors: ['conflict', 'unavailable'],
  },
  runs: {
    route: 'GET /api/translations/runs',
    summary: 'Lists translation runs with their progress.',
    /** Newest first. `before` is the last id of the previous page. */
    query: z.object({
      limit: wholeNumber('limit', 1, 100, 20),
      before: wholeNumber('before', 1, 999_999_999, 999_999_999),
      languageCode: safeText(35).optional(),
    }),
    output: z.array(TranslationRun),
  },
  errors: {
    route: 'GET /api/translations/runs/:id/errors',
    summary: 'Lists the videos that a translation run could not translate, and why.',
    params: TranslationRunParams,
    query: z.object({
      limit: wholeNumber('limit', 1, 100, 50),
      /** The last video id of the previous page. */
      after: safeText(100).default(''),
    }),
    output: z.array(TranslationError),
    errors: ['not_found'],
  },
  stop: {
    route: 'POST /api/translations/runs/:id/stop',
    summary: 'Stops a translation run; finished translations stay.',
    undo: 'translations.batch',
    params: TranslationRunParams,
    output: TranslationRun,
    errors: ['not_found', 'conflict'],
  },
  translator: {
    route: 'GET /api/translations/translator',
    summary: 'Returns the configured translator and its languages.',
    output: TranslatorState,
  },
} as const satisfies AreaCalls);
