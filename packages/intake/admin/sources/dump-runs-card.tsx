import { type DumpColumn, type DumpFile, type DumpForm, type DumpRun, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, Moment, NameCell, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { Play } from 'lucide-react';

const COLUMNS: Column<DumpRun>[] = [
  {
    header: 'Run',
    cell: ({ file, startedAt }) => (
      <NameCell name={FILE_WORDS[file]}>
        <Moment at={startedAt} />
      </NameCell>
    ),
  },
  { header: 'State', cell: (run) => <WordBadge {...stateWord(run)} /> },
  { header: 'Result', cell: (run) => <Result run={run} />, className: 'max-w-xl' },
];

export function DumpRunsCard({ sourceId, hasDeletions }: { sourceId: string; hasDeletions: boolean }) {
  const list = useAdminQuery(routes.dumps.runs, { id: sourceId }, { pollMs: 5000 });
  const isOpen = (file: DumpFile) =>
    list.data?.some((run) => run.file === file && (run.state === 'running' || run.state === 'undoing')) ??
    false;
  return (
    <Card
      title="Runs"
      about="Each file is read once a day while the source is enabled, and whenever you start it. Manual decisions about videos are kept."
      actions={
        <>
          <StartButton sourceId={sourceId} file="videos" isOpen={isOpen('videos')} />
          {hasDeletions && <StartButton sourceId={sourceId} file="deletions" isOpen={isOpen('deletions')} />}
        </>
      }
    >
      <ListTable
        list={list}
        empty="No runs yet."
        caption="Runs of this source"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ file, startedAt }) => `the run of the ${nameOf(file)} of ${startedAt}`}
        actions={(run) => <RunButtons sourceId={sourceId} run={run} />}
      />
    </Card>
  );
}

const nameOf = (file: DumpFile) => FILE_WORDS[file].toLowerCase();

function StartButton({ sourceId, file, isOpen }: { sourceId: string; file: DumpFile; isOpen: boolean }) {
  return (
    <ActButton
      word={`Read the ${nameOf(file)} now`}
      size="small"
      icon={Play}
      disabled={isOpen}
      run={(client) => client.dumps.start({ id: sourceId, file })}
      failure="The run could not be started."
    />
  );
}

function RunButtons({ sourceId: id, run: { id: runId, file, state } }: { sourceId: string; run: DumpRun }) {
  const row = `the run of the ${nameOf(file)}`;
  if (state === 'running') {
    return (
      <ActButton
        word="Stop"
        row={row}
        run={(client) => client.dumps.stop({ id, runId })}
        failure="The run could not be stopped."
      />
    );
  }
  if (file !== 'deletions' || state === 'undoing' || state === 'undone') return null;
  return (
    <ActButton
      word="Undo"
      row={row}
      run={(client) => client.dumps.undo({ id, runId })}
      failure="The run could not be undone."
    />
  );
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
          <summary className="cursor-pointer py-1">Unusable lines</summary>
          <ul className="mt-1 list-disc pl-5">
            {problems.slice(0, SHOWN_PROBLEMS).map(({ message, count, line }) => (
              <li key={message} className="wrap-anywhere">
                {count.toLocaleString('en')}: {message} First: line {line.toLocaleString('en')}.
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

export const COLUMN_WORDS: Record<DumpColumn, string> = {
  ignored: 'Not used',
  id: 'ID at the source',
  url: 'Page address',
  title: 'Title',
  description: 'Description',
  embed: 'Embed code or player',
  file: 'Film address',
  thumbnail: 'Picture',
  duration: 'Length',
  tags: 'Tags',
  categories: 'Categories',
  date: 'Date',
  width: 'Width',
  height: 'Height',
};

export const DELIMITER_WORDS: Record<DumpForm['delimiter'], string> = {
  '|': 'Vertical bar |',
  ';': 'Semicolon ;',
  ',': 'Comma ,',
  '\t': 'Tab',
};

export const CHARSET_WORDS: Record<DumpForm['charset'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little-endian',
  'utf-16be': 'UTF-16, big-endian',
  'windows-1252': 'Latin-1 (Windows-1252)',
};

const FILE_WORDS: Record<DumpRun['file'], string> = { videos: 'Dump', deletions: 'Deletion list' };

const RUN_WORDS: Record<DumpRun['state'], BadgeWord> = {
  running: { word: 'Running', tone: 'busy' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  stopped: { word: 'Stopped', tone: 'warn' },
  undoing: { word: 'Undoing', tone: 'busy' },
  undone: { word: 'Undone', tone: 'calm' },
};

/** A completed run may have used no lines. */
function stateWord({ state, badLines }: Pick<DumpRun, 'state' | 'badLines'>): BadgeWord {
  if (state === 'completed' && badLines > 0) return { word: 'Completed with errors', tone: 'warn' };
  return RUN_WORDS[state];
}

function formatDumpRun(run: DumpRun): string {
  if (run.isUnchanged) return 'The file has not changed since it was last read.';
  const { new: added = 0, known = 0, duplicate = 0, blocked = 0, over_quota: waiting = 0 } = run.decisions;
  const counts: [number, string][] = [
    [added, 'new'],
    [known, 'known'],
    [run.changed, 'changed'],
    [duplicate, 'already in the library under another address'],
    [blocked, 'blocked'],
    [waiting, 'over the daily quota'],
    [run.hidden, 'hidden'],
    [run.shown, 'shown again'],
    [run.badLines, 'unusable'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`);
  return [countText(run.lines, 'line'), ...said].join(', ');
}
