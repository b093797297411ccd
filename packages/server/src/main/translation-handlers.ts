import { handle, type JobHandler } from '../kernel/jobs/runner.ts';
import {
  carryOn,
  foldTranslationChanges,
  type Translator,
  translationRunJob,
  translationTotalsJob,
} from '../words/translations/index.ts';
import type { Base } from './compose.ts';

export interface TranslationTuning {
  pauseScale?: number;
}

export function translationHandlers(
  { db }: Base,
  translator: Translator | undefined,
  tuning: TranslationTuning = {},
): JobHandler[] {
  return [
    handle(translationRunJob, ({ runId }, context) => carryOn({ db, translator, ...tuning }, runId, context)),
    handle(translationTotalsJob, () => foldTranslationChanges(db)),
  ];
}
