import { type Client, routes, type TranslationBatchResult, type TranslationRun } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import type { ToastText } from '../../../ui/toast-store.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { ProgressBar } from '../../ui/values.tsx';

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

/** The running ones of the batches. */
export function RunningBatches({ runs = [] }: { runs: readonly TranslationRun[] | undefined }) {
  const running = runs.filter(({ state }) => state === 'running');
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {running.map((run) => (
        <RunProgress key={run.id} run={run} />
      ))}
    </div>
  );
}

/** A running batch: its progress, what it waits for, and a button to stop it. */
function RunProgress({ run }: { run: TranslationRun }) {
  const { data: stats } = useAdminQuery(routes.statistics.totals);
  const handled = run.translatedCount + run.errorCount;
  // It ends at its limit or at the oldest video, whichever comes first.
  const seen = (handled + run.skippedCount) / Math.max(stats?.totalVideos ?? 0, 1);
  const percent = stats && 100 * Math.min(Math.max(handled / run.limit, seen), 1);
  return (
    <div className="rounded-xl border border-line p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">Translating into {run.languageName}</span>
        <ActButton
          word="Stop"
          size="small"
          run={(client) => client.translations.stop({ id: run.id })}
          failure="The batch could not be stopped."
          success={() => ({ title: 'The batch was stopped', description: 'Finished translations stay.' })}
        />
      </div>
      <div className="mt-2">
        <ProgressBar percent={percent} label={`Translations into ${run.languageName}`} />
      </div>
      <p className="mt-1 text-xs text-muted tabular-nums">
        {formatCount(run.translatedCount)} translated, {formatCount(run.skippedCount)} skipped,{' '}
        {formatCount(run.errorCount)} errors, of at most {formatCount(run.limit)} videos.
      </p>
      {run.message && <p className="mt-1 text-xs text-warn">{run.message}</p>}
    </div>
  );
}

export function useLanguages() {
  const { data, error, refetch } = useAdminQuery(routes.languages.list);
  return { languages: data, error, refetch };
}
