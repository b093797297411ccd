import { routes, type TranslationBatchResult } from '@vesper/contract';
import type { ToastText } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';

const POLL_MS = 2000;

/** Starts a batch of translations, or joins the language's running one. */
export function useBatch() {
  return useAdminMutation({
    run: (client, batch: { languageCode: string; limit?: number }) => client.translations.batch(batch),
    failure: 'Failed to translate videos',
    success: summaryOf,
  });
}

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

/** The latest batches, of one language if given; polled. */
export function useRuns({ languageCode, limit = 20 }: { languageCode?: string; limit?: number } = {}) {
  const { data, error, refetch } = useAdminQuery(
    routes.translations.runs,
    { limit, ...(languageCode ? { languageCode } : {}) },
    { pollMs: POLL_MS },
  );
  return { runs: data, error, refetch };
}

export function useRunStop() {
  return useAdminMutation({
    run: (client, id: string) => client.translations.stop({ id }),
    failure: 'The batch could not be stopped.',
    success: () => ({ title: 'The batch was stopped', description: 'Finished translations stay.' }),
  });
}
