import {
  BY_HAND,
  type DownloadsMoving,
  type MissingVideos,
  routes,
  type VideoCounts,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Dialog, DialogButtons } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { exactTime } from '@vesper/web/admin/ui/value-text.ts';
import { Moment } from '@vesper/web/admin/ui/values.tsx';
import { countText, formatCount } from '@vesper/web/ui/format.ts';
import { FileSearch, RotateCcw, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { CountedAct } from './counted-act.tsx';
import { JOBS_POLL_MS } from './job-filter.ts';
import { formatManualCount } from './job-words.ts';

const CLEAR_QUESTION = 'This will delete ALL videos permanently. Are you sure?';

export function QueueButtons() {
  const { data: counts } = useAdminQuery(routes.downloads.counts, {}, { pollMs: JOBS_POLL_MS });
  const { processing = 0, pending = 0 } = counts ?? {};
  return (
    <>
      <ResetStuckButton processing={processing} />
      <ClearPendingButton pending={pending} />
      <RedownloadButton />
      <ClearAllButton />
    </>
  );
}

/** Asks first if some still make progress. */
function ResetStuckButton({ processing }: { processing: number }) {
  const [asked, setAsked] = useState<DownloadsMoving>();
  const close = () => setAsked(undefined);
  const { run, isRunning } = useAdminMutation({
    run: async (client, keepMoving?: boolean) => {
      const found = keepMoving === undefined ? await client.downloads.moving() : undefined;
      if (found && found.moving > 0) {
        setAsked(found);
        return undefined;
      }
      // Skips downloads started since then.
      return client.downloads.resetStuck({ keepMoving: keepMoving ?? true });
    },
    failure: 'Failed to reset stuck jobs',
    success: (reset) => reset?.message,
  });
  const confirm = (keepMoving: boolean) => {
    close();
    void run(keepMoving);
  };
  const still = (asked?.processing ?? 0) - (asked?.moving ?? 0);
  return (
    <>
      <Button
        size="small"
        icon={RotateCcw}
        isBusy={isRunning}
        disabled={processing === 0}
        onClick={() => void run(undefined)}
      >
        Reset Stuck ({formatCount(processing)})
      </Button>
      <Dialog title="Reset downloads that are still running?" isOpen={asked !== undefined} onClose={close}>
        {asked && (
          <>
            <p className="text-sm leading-relaxed text-pretty text-muted">
              {formatCount(asked.moving)} of {countText(asked.processing, 'download')} made progress within
              the last five minutes. A download that is reset returns to the queue and later resumes where its
              file was cut off.
            </p>
            <DialogButtons>
              <Button onClick={close}>Cancel</Button>
              {still > 0 && (
                <Button look="primary" onClick={() => confirm(true)}>
                  Reset only the {formatCount(still)} stuck
                </Button>
              )}
              <Button look="danger" onClick={() => confirm(false)}>
                Reset all {formatCount(asked.processing)}
              </Button>
            </DialogButtons>
          </>
        )}
      </Dialog>
    </>
  );
}

/** Clears the library, so it counts videos, not jobs. */
function ClearAllButton() {
  const { data: counts } = useAdminQuery(routes.catalogue.counts, {}, { pollMs: 10_000 });
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.catalogue.clearAll(),
    failure: 'Failed to clear all videos',
    success: ({ message }) => message,
  });
  const count = counts === undefined ? 0 : clearable(counts);
  return (
    <Button
      size="small"
      look="danger"
      icon={Trash2}
      isBusy={isRunning}
      disabled={count === 0}
      onClick={() => {
        if (window.confirm(CLEAR_QUESTION)) void run();
      }}
    >
      Clear All ({formatCount(count)})
    </Button>
  );
}

/** Removed and taken-down videos stay. */
export function clearable({ status, reason }: VideoCounts): number {
  const { removed = 0, ...others } = status;
  const all = Object.values(others).reduce((sum, n) => sum + n, 0);
  return all - (reason.takedown ?? 0);
}

export function RedownloadButton() {
  return (
    <ActButton
      word="Re-Download Missing"
      size="small"
      icon={FileSearch}
      run={(client) => client.health.redownloadMissing()}
      failure="Failed to re-download missing videos"
      success={formatMissingFiles}
    />
  );
}

function formatMissingFiles({ checked, missing, requeued, done }: MissingVideos) {
  const numbers = `Checked: ${formatCount(checked)} | Missing: ${formatCount(missing)} | Requeued: ${formatCount(requeued)}`;
  return {
    title: done ? 'All files checked' : 'Checking files',
    description: done
      ? numbers
      : `${numbers}. The check continues in the background; click again to see its progress.`,
  };
}

const UNDO_WORDS = {
  failure: 'Failed to undo the clearing',
  success: ({ message }: { message: string }) => message,
};

/** Undo is offered by the toast and by `ClearedNotice`. */
function ClearPendingButton({ pending }: { pending: number }) {
  const undo = useAdminMutation({
    ...UNDO_WORDS,
    run: (client, id: string) => client.downloads.undoClearing({ id }),
  });
  return (
    <CountedAct
      word={`Clear Pending (${formatCount(pending)})`}
      icon={X}
      disabled={pending === 0}
      call={routes.downloads.count}
      input={{ status: 'pending' }}
      noun="waiting download"
      whatHappens="removed from the queue"
      explanation={(all) => <ClearingNote all={all} />}
      action="Clear pending"
      isDestructive
      run={(client) => client.downloads.clearPending()}
      failure="Failed to clear pending jobs"
      success={({ message, clearing }) => ({
        title: message,
        ...(clearing && {
          description: 'You can undo it for an hour.',
          action: { label: 'Undo', run: () => void undo.run(clearing.id) },
        }),
      })}
    />
  );
}

function ClearingNote({ all }: { all: number }) {
  const { data } = useAdminQuery(routes.downloads.count, { sourceId: BY_HAND, status: 'pending' });
  return `${formatManualCount(data?.count ?? 0, all)}You can undo it for an hour.`;
}

export function ClearedNotice() {
  const { data } = useAdminQuery(routes.downloads.clearings, {}, { pollMs: 30_000 });
  if (!data || data.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-col gap-2">
      {data.map(({ id, clearedAt, until, count }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-warn px-3 py-2 text-sm"
        >
          <span>
            {countText(count, 'waiting download')} cleared from the queue <Moment at={clearedAt} />. You can
            undo this until {exactTime(until)}.
          </span>
          <ActButton
            word="Undo"
            size="small"
            icon={Undo2}
            run={(client) => client.downloads.undoClearing({ id })}
            {...UNDO_WORDS}
          />
        </li>
      ))}
    </ul>
  );
}
