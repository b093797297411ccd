import { TranslationError, TranslationRun } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { FaultRow, ListedRunRow } from './run-queries.ts';

export function translationRunView(row: ListedRunRow): TranslationRun {
  return viewOf(TranslationRun, row, {
    id: String(row.id),
    limit: row.most,
    translatedCount: row.translated,
    skippedCount: row.skipped,
    errorCount: row.errors,
  });
}

export function translationErrorView(row: FaultRow): TranslationError {
  return viewOf(TranslationError, row);
}
