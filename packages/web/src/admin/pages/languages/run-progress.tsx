import type { TranslationRun } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { useRunStop } from './use-batch.ts';

/** A batch that goes on: how far it is, what it waits for, and the way to stop it. */
export function RunProgress({ run }: { run: TranslationRun }) {
  const stop = useRunStop();
  const handled = run.translatedCount + run.errorCount;
  return (
    <div className="rounded-xl border border-line p-3 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">Translating into {run.languageName}</span>
        <Button size="small" isBusy={stop.isRunning} onClick={() => void stop.run(run.id)}>
          Stop
        </Button>
      </div>
      <progress
        className="mt-2 h-2 w-full accent-(--primary)"
        aria-label={`Translations into ${run.languageName}`}
        value={handled}
        max={run.limit}
      />
      <p className="mt-1 text-xs text-muted tabular-nums">
        {formatCount(run.translatedCount)} translated, {formatCount(run.skippedCount)} skipped,{' '}
        {formatCount(run.errorCount)} errors, of at most {formatCount(run.limit)} videos.
      </p>
      {run.message && <p className="mt-1 text-xs text-warn">{run.message}</p>}
    </div>
  );
}
