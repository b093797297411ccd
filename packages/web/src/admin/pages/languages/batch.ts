import { type Client, routes, type TranslationBatchResult } from '@vesper/contract';
import type { ToastText } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/calls.ts';

const POLL_MS = 2000;

/** The act that starts a batch of translations, or joins the language's running one. */
export const BATCH = {
  run: (client: Client, batch: { languageCode: string; limit?: number }) => client.translations.batch(batch),
  failure: 'Failed to translate videos',
  success: summaryOf,
};

function summaryOf({
  translatedCount,
  skippedCount,
  errorCount,
  state,
  hasMore,
}: TranslationBatchResult): ToastText {
  const title = `Created: ${translatedCount} | Skipped: ${skippedCount} | Errors: ${errorCount}`;
  if (state === 'running') return { title, description: 'The batch continues in the background.' };
  if (state === 'stopped') return { title, description: 'The batch was stopped.' };
  return hasMore ? { title, description: 'There are more videos: start again to continue.' } : { title };
}

/** The latest batches; polled. */
export function useRuns(limit: number) {
  return useAdminQuery(routes.translations.runs, { limit }, { pollMs: POLL_MS }).data;
}
