import { type DownloadsMoving, routes, type VideoCounts } from '@vesper/contract';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countText, formatCount } from '../../../ui/format.ts';
import { useAdminMutation, useAdminQuery } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx';
import { ClearPendingButton } from './clear-pending.tsx';
import { JOBS_POLL_MS } from './job-kinds.ts';
import { RedownloadButton } from './redownload-button.tsx';

const CLEAR_QUESTION = 'This will delete ALL videos permanently. Are you sure?';

/** Actions on the whole queue, each with its count. */
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

/** Puts running downloads back into the queue; asks first if some are still making progress. */
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
      // Downloads started since then are left alone.
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

/** Counts videos, not queued jobs: it clears the library. */
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
