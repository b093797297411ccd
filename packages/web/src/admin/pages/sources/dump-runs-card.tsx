import { type DumpFile, type DumpRun, routes } from '@vesper/contract';
import { Play } from 'lucide-react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button, RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { FILE_WORDS, formatDumpRun, stateWords } from './dump-words.ts';

const COLUMNS: Column<DumpRun>[] = [
  {
    header: 'Reading',
    cell: ({ file, startedAt }) => (
      <>
        <span className="font-semibold">{FILE_WORDS[file]}</span>
        <p className="text-xs text-muted">
          <Moment at={startedAt} />
        </p>
      </>
    ),
  },
  {
    header: 'State',
    cell: (run) => {
      const { tone, words } = stateWords(run);
      return <StatusBadge tone={tone}>{words}</StatusBadge>;
    },
  },
  { header: 'Result', cell: (run) => <Result run={run} />, className: 'max-w-xl' },
];

/** The latest readings of a source's files, and buttons to start, stop and undo them. */
export function DumpRunsCard({ sourceId, hasDeletions }: { sourceId: string; hasDeletions: boolean }) {
  const { data, ...query } = useAdminQuery(routes.dumps.runs, { id: sourceId }, { pollMs: 5000 });
  const isOpen = (file: DumpFile) =>
    data?.some((run) => run.file === file && (run.state === 'running' || run.state === 'undoing')) ?? false;
  return (
    <Card
      title="Readings"
      about="Every file is read once a day while the source is enabled, and whenever you start it. What people have decided about a video stays."
      actions={
        <>
          <StartButton sourceId={sourceId} file="videos" isOpen={isOpen('videos')} />
          {hasDeletions && <StartButton sourceId={sourceId} file="deletions" isOpen={isOpen('deletions')} />}
        </>
      }
    >
      <ListState rows={data} query={query} empty="It has not been read yet.">
        <DataTable
          caption="Readings of this source"
          columns={COLUMNS}
          rows={data ?? []}
          keyOf={({ id }) => id}
          nameOf={({ file, startedAt }) =>
            `the reading of the ${FILE_WORDS[file].toLowerCase()} of ${startedAt}`
          }
          actions={(run) => <RunButtons sourceId={sourceId} run={run} />}
        />
      </ListState>
    </Card>
  );
}

function StartButton({ sourceId, file, isOpen }: { sourceId: string; file: DumpFile; isOpen: boolean }) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.dumps.start({ id: sourceId, file }),
    failure: 'The reading could not be started.',
  });
  return (
    <Button size="small" icon={Play} isBusy={isRunning} disabled={isOpen} onClick={() => void run()}>
      Read the {FILE_WORDS[file].toLowerCase()} now
    </Button>
  );
}

function RunButtons({ sourceId, run: { id: runId, file, state } }: { sourceId: string; run: DumpRun }) {
  const stopping = useAdminMutation({
    run: (client) => client.dumps.stop({ id: sourceId, runId }),
    failure: 'The reading could not be stopped.',
  });
  const undoing = useAdminMutation({
    run: (client) => client.dumps.undo({ id: sourceId, runId }),
    failure: 'It could not be undone.',
  });
  const row = `the reading of the ${FILE_WORDS[file].toLowerCase()}`;
  if (state === 'running')
    return (
      <RowButton word="Stop" row={row} isBusy={stopping.isRunning} onClick={() => void stopping.run()} />
    );
  if (file !== 'deletions' || state === 'undoing' || state === 'undone') return null;
  return <RowButton word="Undo" row={row} isBusy={undoing.isRunning} onClick={() => void undoing.run()} />;
}

const SHOWN_PROBLEMS = 5;

function Result({ run }: { run: DumpRun }) {
  const { problems, error } = run;
  return (
    <div className="min-w-0 text-sm">
      <p>{formatDumpRun(run)}</p>
      {error && <p className="mt-1 text-danger wrap-anywhere">{error}</p>}
      {problems.length > 0 && (
        <details className="mt-1 text-xs text-muted">
          <summary className="cursor-pointer py-1">Lines that could not be used</summary>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, SHOWN_PROBLEMS).map(({ message, count, line }) => (
              <li key={message} className="wrap-anywhere">
                {count.toLocaleString('en')}: {message} The first is line {line.toLocaleString('en')}.
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
