import type { DownloadJob } from '@vesper/contract';
import { ArrowUpToLine, RotateCcw, X } from 'lucide-react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { JOB_KINDS, listsOf } from './job-kinds.ts';

interface JobActionsProps {
  kind: keyof typeof JOB_KINDS;
  job: Pick<DownloadJob, 'id' | 'status' | 'nextTryAt'>;
}

/** The actions that a job's status allows. */
export function JobActions({ kind, job: { id, status, nextTryAt } }: JobActionsProps) {
  const { noun, group } = JOB_KINDS[kind];
  const lists = listsOf(kind);
  const retrying = useAdminMutation({
    run: (client): Promise<unknown> => client[group].retry({ id }),
    failure: `Failed to retry the ${noun}`,
    refreshes: lists,
    success: () => ({ title: `The ${noun} was put back into the queue` }),
  });
  const cancelling = useAdminMutation({
    run: (client): Promise<unknown> => client[group].cancel({ id }),
    failure: `Failed to cancel the ${noun}`,
    refreshes: lists,
    success: () => ({ title: `The ${noun} was cancelled` }),
  });
  const moving = useAdminMutation({
    run: (client): Promise<unknown> => client[group].moveUp({ id }),
    failure: `Failed to move the ${noun} up`,
    refreshes: lists,
    success: () => ({ title: `The ${noun} is next` }),
  });
  const isOpen = status === 'pending' || status === 'processing';
  return (
    <div className="flex flex-wrap gap-1.5">
      {status === 'failed' && (
        <Button size="small" icon={RotateCcw} isBusy={retrying.isRunning} onClick={() => void retrying.run()}>
          Retry
        </Button>
      )}
      {status === 'pending' && (
        <Button size="small" icon={ArrowUpToLine} isBusy={moving.isRunning} onClick={() => void moving.run()}>
          {nextTryAt ? 'Try now' : 'Next'}
        </Button>
      )}
      {isOpen && (
        <Button size="small" icon={X} isBusy={cancelling.isRunning} onClick={() => void cancelling.run()}>
          Cancel
        </Button>
      )}
    </div>
  );
}
