import { routes, type VideoCounts } from '@vesper/contract';
import { Trash2 } from 'lucide-react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { ClearPendingButton } from './clear-pending.tsx';
import { JOBS_POLL_MS } from './job-kinds.ts';
import { RedownloadButton } from './redownload-button.tsx';
import { ResetStuckButton } from './reset-stuck.tsx';

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

/** Counts videos, not queued jobs: it clears the library. */
function ClearAllButton() {
  const { data: counts } = useAdminQuery(routes.catalogue.counts, {}, { pollMs: 10_000 });
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.catalogue.clearAll(),
    failure: 'Failed to clear all videos',
    success: ({ message }) => ({ title: message }),
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
