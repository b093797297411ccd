import { routes, type TranslationRun } from '@vesper/contract';
import { fullPages, useAdminList } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { DialogButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListState, ListTable, MoreButton } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, Moment, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';

const PAGE = 20;
const ERRORS_PAGE = 50;
const POLL_MS = 5000;

const STATES: Record<TranslationRun['state'], BadgeWord> = {
  running: { tone: 'busy', word: 'Running' },
  completed: { tone: 'good', word: 'Completed' },
  stopped: { tone: 'calm', word: 'Stopped' },
  failed: { tone: 'bad', word: 'Failed' },
};

const COLUMNS: Column<TranslationRun>[] = [
  { header: 'Language', cell: ({ languageName }) => languageName },
  {
    header: 'State',
    cell: ({ state, message, reachedEnd }) => (
      <div className="max-w-80 min-w-32">
        <WordBadge {...STATES[state]} />
        {message && <p className="mt-1 text-xs text-muted wrap-anywhere">{message}</p>}
        {state === 'completed' && !reachedEnd && (
          <p className="mt-1 text-xs text-muted">It reached its limit; there may be more videos.</p>
        )}
      </div>
    ),
  },
  { header: 'Created', align: 'right', cell: ({ translatedCount }) => formatCount(translatedCount) },
  { header: 'Skipped', align: 'right', from: 'md', cell: ({ skippedCount }) => formatCount(skippedCount) },
  {
    header: 'Errors',
    align: 'right',
    cell: (run) =>
      run.errorCount === 0 ? (
        '0'
      ) : (
        <DialogButton
          word={formatCount(run.errorCount)}
          size="small"
          aria-label={`Errors of batch ${run.id}`}
          title={`Errors of the batch into ${run.languageName}`}
        >
          {() => <Errors run={run} />}
        </DialogButton>
      ),
  },
  {
    header: 'Started',
    cell: ({ startedAt, startedBy }) => (
      <>
        <Moment at={startedAt} />
        <p className="text-xs text-muted wrap-anywhere">by {startedBy}</p>
      </>
    ),
  },
  { header: 'Translator', from: 'lg', cell: ({ translator }) => translator },
];

export function RunsCard() {
  const list = useAdminList(
    routes.translations.runs,
    { limit: PAGE },
    { ...fullPages(PAGE, ({ id }) => id), pollMs: POLL_MS },
  );
  return (
    <Card title="Batches" about="Translation batches, with who started them and what failed.">
      <ListTable
        list={list}
        empty="Nothing has been translated yet."
        caption="Batches"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ id, languageName }) => `${languageName}, batch ${id}`}
      />
    </Card>
  );
}

function Errors({ run }: { run: TranslationRun }) {
  const list = useAdminList(
    routes.translations.errors,
    { id: run.id, limit: ERRORS_PAGE },
    fullPages(ERRORS_PAGE, ({ videoId }) => videoId),
  );
  return (
    <ListState rows={list.rows} query={list} empty="Later batches retried these videos: see those.">
      <ul className="divide-y divide-line rounded-xl border border-line">
        {list.rows?.map(({ videoId, title, message, attempts }) => (
          <li key={videoId} className="px-3 py-2 text-sm">
            <p className="font-semibold wrap-anywhere">{title}</p>
            <p className="text-xs text-muted wrap-anywhere">
              {message}{' '}
              {attempts >= 3 ? 'It is skipped until it is edited.' : `Tried ${attempts} of 3 times.`}
            </p>
          </li>
        ))}
      </ul>
      <MoreButton {...list} />
    </ListState>
  );
}
