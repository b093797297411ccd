import type { TranslationError, TranslationRun } from '@vesper/contract';
import type { FaultRow, ListedRunRow } from './run-queries.ts';

export function translationRunView(row: ListedRunRow): TranslationRun {
  return {
    id: String(row.id),
    languageCode: row.language_code,
    languageName: row.language_name,
    translator: row.translator,
    state: row.state as TranslationRun['state'],
    limit: row.most,
    translatedCount: row.translated,
    skippedCount: row.skipped,
    errorCount: row.errors,
    reachedEnd: row.reached_end,
    message: row.message,
    startedBy: row.started_by,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

export function translationErrorView(row: FaultRow): TranslationError {
  return { videoId: row.video_id, title: row.title, message: row.message, attempts: row.attempts };
}
