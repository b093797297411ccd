import type { DownloadJob } from '@vesper/contract';
import { ArrowUpToLine, RotateCcw, X } from 'lucide-react';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { JOB_KINDS } from './job-kinds.ts';

interface JobActionsProps {
  kind: keyof typeof JOB_KINDS;
  job: Pick<DownloadJob, 'id' | 'status' | 'nextTryAt'>;
}

/** The actions that a job's status allows. */
export function JobActions({ kind, job: { id, status, nextTryAt } }: JobActionsProps) {
  const { noun, group } = JOB_KINDS[kind];
  return (
    <div className="flex flex-wrap gap-1.5">
      {status === 'failed' && (
        <ActButton
          word="Retry"
          size="small"
          icon={RotateCcw}
          run={(client): Promise<unknown> => client[group].retry({ id })}
          failure={`Failed to retry the ${noun}`}
          success={`The ${noun} was put back into the queue`}
        />
      )}
      {status === 'pending' && (
        <ActButton
          word={nextTryAt ? 'Try now' : 'Next'}
          size="small"
          icon={ArrowUpToLine}
          run={(client): Promise<unknown> => client[group].moveUp({ id })}
          failure={`Failed to move the ${noun} up`}
          success={`The ${noun} is next`}
        />
      )}
      {(status === 'pending' || status === 'processing') && (
        <ActButton
          word="Cancel"
          size="small"
          icon={X}
          run={(client): Promise<unknown> => client[group].cancel({ id })}
          failure={`Failed to cancel the ${noun}`}
          success={`The ${noun} was cancelled`}
        />
      )}
    </div>
  );
}
