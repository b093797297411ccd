import { adminHref, routes, type Upload, type UploadState } from '@vesper/contract';
import { ask, useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { bytesText, deadlineText } from '@vesper/web/admin/ui/value-text.ts';
import { type BadgeWord, Moment, NameCell, TextLink, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { DetailsButton } from './details-form.tsx';
import { endUpload } from './send-file.ts';
import { useQueue } from './upload-queue.ts';

const POLL_MS = 5_000;

const STATES: Record<UploadState, BadgeWord> = {
  receiving: { word: 'Incomplete', tone: 'warn' },
  waiting: { word: 'Waiting', tone: 'calm' },
  preparing: { word: 'Being prepared', tone: 'busy' },
  published: { word: 'Ready', tone: 'good' },
  refused: { word: 'Refused', tone: 'bad' },
  ended: { word: 'Ended', tone: 'calm' },
};

export const DISCARD = {
  word: 'Discard',
  ask: {
    question: 'Discard this upload?',
    explanation: 'What has been sent of it is deleted from the server. The file on your computer stays.',
  },
  failure: 'The upload could not be discarded.',
} as const;

const COLUMNS: Column<Upload>[] = [
  {
    header: 'File',
    className: 'max-w-md',
    cell: ({ name, draft, videoId }) => (
      <NameCell name={draft.title || name} href={videoId === null ? undefined : adminHref('video', videoId)}>
        {draft.title && name}
      </NameCell>
    ),
  },
  {
    header: 'State',
    className: 'max-w-sm',
    cell: (upload) => (
      <>
        <WordBadge {...STATES[upload.state]} />
        <Note {...upload} />
      </>
    ),
  },
  { header: 'Size', align: 'right', cell: ({ sizeBytes }) => bytesText(sizeBytes) },
  { header: 'By', from: 'lg', cell: ({ owner }) => owner, className: 'wrap-anywhere' },
  { header: 'Added', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function Note({ state, message, receivedBytes, sizeBytes, expiresAt, replaces, downloadId }: Upload) {
  return (
    <p className="mt-1 text-xs wrap-anywhere text-muted empty:hidden">
      {state === 'receiving' && (
        <>
          {Math.floor((100 * receivedBytes) / sizeBytes)}% is here. Add the same file again to resume;{' '}
          <Moment at={expiresAt} words={deadlineText} />.
        </>
      )}
      {message}{' '}
      {state === 'refused' && downloadId !== null && (
        <TextLink href={adminHref('job', downloadId)}>Job</TextLink>
      )}
      {replaces !== null && (
        <TextLink href={adminHref('video', replaces)}>Replaces the film of a video</TextLink>
      )}
    </p>
  );
}

/** What is on the server, except for what this tab sends. */
export function UploadsCard() {
  const ours = new Set(useQueue().map(({ id }) => id));
  const { rows, ...list } = useNamedRows(routes.uploads.list, { limit: 100 }, 'uploads', POLL_MS);
  return (
    <Card title="On the server">
      <ListTable
        list={{ ...list, rows: rows?.filter(({ id, state }) => state !== 'receiving' || !ours.has(id)) }}
        empty="Nothing has been uploaded yet."
        caption="Uploads"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(upload) => <Actions upload={upload} />}
      />
    </Card>
  );
}

function Actions({ upload: { id, name, state, draft, replaces } }: { upload: Upload }) {
  return (
    <>
      {replaces === null && ['receiving', 'waiting', 'preparing'].includes(state) && (
        <DetailsButton
          name={name}
          start={draft}
          save={(change) => ask(routes.uploads.change, { id, ...change })}
        />
      )}
      {state === 'receiving' && <ActButton {...DISCARD} row={name} run={() => endUpload(id)} />}
    </>
  );
}
