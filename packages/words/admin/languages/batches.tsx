import {
  adminHref,
  type Client,
  type Language,
  routes,
  type TranslationBatchResult,
  type TranslationRun,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Form, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { ProgressBar, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { showToast, type ToastText } from '@vesper/web/ui/toast-store.ts';
import { Languages } from 'lucide-react';
import { useState } from 'react';

const POLL_MS = 2000;

/** Joins the language's running batch, if there is one. */
export const BATCH = {
  run: (client: Client, batch: { languageCode: string; limit?: number }) => client.translations.batch(batch),
  failure: 'Failed to translate videos',
  success: summaryOf,
};

function summaryOf(batch: TranslationBatchResult): ToastText {
  const { translatedCount, skippedCount, errorCount, state, hasMore } = batch;
  const title = `Created: ${translatedCount} | Skipped: ${skippedCount} | Errors: ${errorCount}`;
  if (state === 'running') return { title, description: 'The batch continues in the background.' };
  if (state === 'stopped') return { title, description: 'The batch was stopped.' };
  return hasMore ? { title, description: 'There are more videos: start again to continue.' } : { title };
}

export function useRuns(limit: number) {
  return useAdminQuery(routes.translations.runs, { limit }, { pollMs: POLL_MS }).data;
}

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

function RunProgress({ run }: { run: TranslationRun }) {
  const { data: stats } = useAdminQuery(routes.statistics.totals);
  const handled = run.translatedCount + run.errorCount;
  // A batch ends at its limit or at the oldest video, whichever comes first.
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
  return useAdminQuery(routes.languages.list);
}

const CHOOSE = 'Please select a language';

export function TranslationsCard() {
  const { data: languages } = useLanguages();
  const runs = useRuns(5);
  const { data: translator } = useAdminQuery(routes.translations.translator);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAdminMutation(BATCH);
  const offered = languages?.filter(({ enabled }) => enabled) ?? [];
  const isThere = offered.some((language) => language.code === code);
  const remarkOn = ({ code: its, isOriginal, nativeName }: Language) => {
    if (isOriginal) return 'the originals';
    const isUnknown = translator?.name && !translator.languageCodes.includes(its);
    return isUnknown ? `${nativeName}; not supported by the translator` : nativeName;
  };
  const submit = () => {
    setProblem(isThere ? undefined : CHOOSE);
    if (isThere) void run({ languageCode: code });
    else showToast({ title: 'Error', description: CHOOSE, tone: 'destructive' });
  };
  return (
    <Card
      title="Video Translations"
      icon={Languages}
      about="Translates the titles and descriptions of the newest videos that lack a translation."
      actions={
        <TextLink className="text-sm font-semibold" href={adminHref('languages')}>
          All languages
        </TextLink>
      }
    >
      <Form noValidate onSubmit={submit}>
        <SelectField
          label="Target language"
          value={isThere ? code : ''}
          error={problem}
          onChange={({ target }) => {
            setCode(target.value);
            setProblem(undefined);
          }}
          none="Select a language"
        >
          {offered.map((language) => (
            <option key={language.code} value={language.code} disabled={language.isOriginal}>
              {language.name} ({remarkOn(language)})
            </option>
          ))}
        </SelectField>
        <Button type="submit" look="primary" isBusy={isRunning}>
          Translate Videos
        </Button>
      </Form>
      <RunningBatches runs={runs} />
    </Card>
  );
}
