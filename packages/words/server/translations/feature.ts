import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Refusals } from '@vesper/library/refusals';
import * as jobs from './jobs.ts';
import { translationRoutes } from './routes.ts';
import { carryOn } from './run-worker.ts';
import { foldTranslationChanges } from './translation-queries.ts';
import type { Translator } from './translator.ts';

interface TranslationWork {
  db: Db;
  refusals: Refusals;
  translator: Translator | undefined;
  tuning: { translations?: { pauseScale?: number } | undefined };
}

interface TranslationCallDeps extends Pick<TranslationWork, 'db' | 'translator'> {
  queue: Queue;
  stopping: AbortSignal;
  tuning: { batchWaitMs?: number };
}

/** Proxies give up after 30 s or more. */
const BATCH_WAIT_MS = 15_000;

export const translationsFeature = defineFeature({
  room: 'words/translations',
  tables: {
    translation_changes: { clearing: 'keeps' },
    translation_faults: { clearing: 'follows' },
    translation_runs: { clearing: 'keeps', shownBy: [routes.translations] },
    translation_totals: { clearing: 'keeps' },
    video_translations: { clearing: 'follows' },
  },
  calls: ({ db, queue, translator, stopping, tuning }: TranslationCallDeps) => ({
    translations: translationRoutes({
      ...{ db, queue, translator },
      waitMs: tuning.batchWaitMs ?? BATCH_WAIT_MS,
      signal: stopping,
    }),
  }),
  jobs: bindJobs(jobs, ({ db, translator, refusals, tuning }: TranslationWork) => ({
    translationRunJob: ({ runId }, context) =>
      carryOn({ db, translator, refusals, ...tuning.translations }, runId, context),
    translationTotalsJob: () => foldTranslationChanges(db),
  })),
});
