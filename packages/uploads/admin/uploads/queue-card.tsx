import { Button, RowButton } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, DataTable } from '@vesper/web/admin/ui/list.tsx';
import { bytesText, durationText } from '@vesper/web/admin/ui/value-text.ts';
import { type BadgeWord, NameCell, ProgressBar, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { Pause, Play } from 'lucide-react';
import { DetailsButton } from './details-form.tsx';
import {
  changeDraft,
  discardFile,
  isUnsent,
  pauseFile,
  type QueuedFile,
  resumeFile,
  useQueue,
} from './upload-queue.ts';
import { DISCARD } from './uploads-card.tsx';

const STATES: Record<QueuedFile['state'], BadgeWord> = {
  queued: { word: 'Queued', tone: 'calm' },
  sending: { word: 'Sending', tone: 'busy' },
  paused: { word: 'Paused', tone: 'calm' },
  failed: { word: 'Failed', tone: 'bad' },
  sent: { word: 'Sent', tone: 'good' },
};
const RETRYING: BadgeWord = { word: 'Retrying', tone: 'warn' };
/** Thousands of rows would be slow; those sent make room. */
const MOST_SHOWN = 100;

const COLUMNS: Column<QueuedFile>[] = [
  {
    header: 'File',
    className: 'max-w-md',
    cell: ({ file, draft, replaces }) => (
      <NameCell name={draft.title || file.name}>
        {replaces === null ? draft.title && file.name : 'Replaces the film of a video'}
      </NameCell>
    ),
  },
  {
    header: 'State',
    className: 'sm:w-52',
    cell: ({ state, problem }) => (
      <>
        <WordBadge {...(state === 'sending' && problem ? RETRYING : STATES[state])} />
        {problem && <p className="mt-1 text-xs wrap-anywhere">{problem}</p>}
      </>
    ),
  },
  {
    header: 'Progress',
    className: 'sm:w-72 tabular-nums max-sm:w-full',
    cell: (queued) => (
      <div className="min-w-40 flex-1">
        <ProgressBar percent={percentOf([queued])} label={`${queued.file.name}, sent`} />
        <p className="mt-1 text-xs text-muted">{progressText([queued])}</p>
      </div>
    ),
  },
];

/** What this tab sends. */
export function QueueCard() {
  const queue = useQueue();
  const unsent = queue.filter(isUnsent);
  if (unsent.length === 0) return null;
  const going = unsent.filter(({ state }) => state === 'queued' || state === 'sending');
  const stopped = unsent.filter((one) => !going.includes(one));
  return (
    <Card
      title="Sending"
      about={
        <>
          <span role="status">
            {formatCount(queue.length - unsent.length)} of {countText(queue.length, 'file')} sent.
          </span>{' '}
          <span className="tabular-nums">{progressText(queue)}</span>
        </>
      }
      actions={
        <>
          {going.length > 0 && (
            <Button size="small" icon={Pause} onClick={() => going.forEach(pauseFile)}>
              Pause all
            </Button>
          )}
          {stopped.length > 0 && (
            <Button size="small" icon={Play} onClick={() => stopped.forEach(resumeFile)}>
              Resume all
            </Button>
          )}
        </>
      }
    >
      <DataTable
        caption="Files being sent"
        columns={COLUMNS}
        rows={unsent.slice(0, MOST_SHOWN)}
        keyOf={({ key }) => key}
        nameOf={({ file }) => file.name}
        actions={(queued) => <Actions queued={queued} />}
      />
    </Card>
  );
}

function Actions({ queued }: { queued: QueuedFile }) {
  const { file, state, draft, replaces } = queued;
  const row = file.name;
  return (
    <>
      {state === 'queued' || state === 'sending' ? (
        <RowButton word="Pause" row={row} onClick={() => pauseFile(queued)} />
      ) : (
        <RowButton
          word={state === 'failed' ? 'Retry' : 'Resume'}
          row={row}
          onClick={() => resumeFile(queued)}
        />
      )}
      {replaces === null && (
        <DetailsButton name={row} start={draft} save={(change) => changeDraft(queued, change)} />
      )}
      <ActButton {...DISCARD} row={row} run={() => discardFile(queued)} />
    </>
  );
}

function percentOf(files: readonly QueuedFile[]): number {
  const { bytes, size } = totalOf(files);
  return size === 0 ? 0 : Math.floor((100 * bytes) / size);
}

/** "1.2 GB of 5 GB · 12 MB/s · 5 min 20 s left". */
function progressText(files: readonly QueuedFile[]): string {
  const { bytes, size, bytesPerSecond } = totalOf(files);
  const parts = [bytes === 0 ? bytesText(size) : `${bytesText(bytes)} of ${bytesText(size)}`];
  if (bytesPerSecond >= 1) {
    const end = new Date(Date.now() + (1000 * (size - bytes)) / bytesPerSecond).toISOString();
    parts.push(`${bytesText(bytesPerSecond)}/s`, `${durationText(new Date().toISOString(), end)} left`);
  }
  return parts.join(' · ');
}

function totalOf(files: readonly QueuedFile[]) {
  const sum = (read: (one: QueuedFile) => number) => files.reduce((total, one) => total + read(one), 0);
  return {
    bytes: sum(({ bytes }) => bytes),
    size: sum(({ file }) => file.size),
    bytesPerSecond: sum(({ bytesPerSecond }) => bytesPerSecond),
  };
}
