import type { DownloadJob } from '@vesper/contract';
import { ArrowUpToLine, RotateCcw, X } from 'lucide-react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { JOB_KINDS } from './job-kinds.ts';

interface JobActionsProps {
  kind: keyof typeof JOB_KINDS;
  job: Pick<DownloadJob, 'id' | 'status' | 'nextTryAt'>;
}

const ACTS = {
  retry: {
    icon: RotateCcw,
    failure: (noun: string) => `Failed to retry the ${noun}`,
    done: 'was put back into the queue',
  },
  moveUp: {
    icon: ArrowUpToLine,
    failure: (noun: string) => `Failed to move the ${noun} up`,
    done: 'is next',
  },
  cancel: { icon: X, failure: (noun: string) => `Failed to cancel the ${noun}`, done: 'was cancelled' },
};

/** The actions that a job's status allows. */
export function JobActions({ kind, job: { id, status, nextTryAt } }: JobActionsProps) {
  const isOpen = status === 'pending' || status === 'processing';
  return (
    <div className="flex flex-wrap gap-1.5">
      {status === 'failed' && <ActButton {...{ kind, id }} act="retry" word="Retry" />}
      {status === 'pending' && (
        <ActButton {...{ kind, id }} act="moveUp" word={nextTryAt ? 'Try now' : 'Next'} />
      )}
      {isOpen && <ActButton {...{ kind, id }} act="cancel" word="Cancel" />}
    </div>
  );
}

interface ActButtonProps extends Pick<JobActionsProps, 'kind'> {
  id: string;
  act: keyof typeof ACTS;
  word: string;
}

function ActButton({ kind, id, act, word }: ActButtonProps) {
  const { noun, group } = JOB_KINDS[kind];
  const { icon, failure, done } = ACTS[act];
  const { run, isRunning } = useAdminMutation({
    run: (client): Promise<unknown> => client[group][act]({ id }),
    failure: failure(noun),
    success: () => ({ title: `The ${noun} ${done}` }),
  });
  return (
    <Button size="small" icon={icon} isBusy={isRunning} onClick={() => void run()}>
      {word}
    </Button>
  );
}
