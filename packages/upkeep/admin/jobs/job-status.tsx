import { type DownloadJob, endingOf } from '@vesper/contract';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { bytesText } from '@vesper/web/admin/ui/value-text.ts';
import { Moment, ProgressBar, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { ArrowUpToLine, RotateCcw, X } from 'lucide-react';
import { JOB_KINDS } from './job-filter.ts';
import { ENDING_WORDS, formatErrorClass, formatStep, STATUS_WORDS } from './job-words.ts';

type Stated = Pick<DownloadJob, 'status' | 'cancelled' | 'errorClass'>;

export function JobBadge(job: Stated) {
  const ending = endingOf(job);
  return <WordBadge {...(ending ? ENDING_WORDS[ending] : STATUS_WORDS[job.status])} />;
}

interface JobProgressProps extends Pick<DownloadJob, 'status' | 'progress'> {
  of: string;
}

export function JobProgress({ status, progress, of }: JobProgressProps) {
  return (
    <div className="min-w-24">
      <span className="text-xs tabular-nums">{progress} %</span>
      {status === 'processing' && <ProgressBar percent={progress} label={`Progress of ${of}`} />}
    </div>
  );
}

export function DownloadPace({ job }: { job: DownloadJob }) {
  const { step, receivedBytes, totalBytes, bytesPerSecond, expectedEndAt } = job;
  if (job.status !== 'processing') return null;
  const received = receivedBytes !== null && bytesText(receivedBytes);
  return (
    <p className="text-xs text-muted">
      {step && formatStep(step)}
      {received && `, ${received}${totalBytes === null ? '' : ` of ${bytesText(totalBytes)}`}`}
      {bytesPerSecond !== null && ` at ${bytesText(bytesPerSecond)}/s`}
      {expectedEndAt && (
        <>
          , done <Moment at={expectedEndAt} />
        </>
      )}
    </p>
  );
}

interface JobErrorProps extends Stated, Pick<DownloadJob, 'error'> {
  size?: 'text-xs' | 'text-sm';
}

const ERROR_COLOURS = { failed: 'text-danger', left_out: 'text-muted', cancelled: 'text-muted' } as const;

/** A warning while it will be retried. */
export function JobError({ error, size = 'text-xs', ...job }: JobErrorProps) {
  if (!error) return null;
  const { errorClass } = job;
  const ending = endingOf(job);
  return (
    <p className={`${size} wrap-anywhere ${ending ? ERROR_COLOURS[ending] : 'text-warn'}`}>
      {errorClass && `${formatErrorClass(errorClass)}: `}
      {error}
    </p>
  );
}

export function JobTries({ attempts, nextTryAt }: Pick<DownloadJob, 'attempts' | 'nextTryAt'>) {
  if (attempts === 0 && !nextTryAt) return null;
  return (
    <p className="text-xs text-muted">
      {attempts === 1 ? '1 failed attempt' : `${attempts} failed attempts`}
      {nextTryAt && (
        <>
          , next <Moment at={nextTryAt} />
        </>
      )}
    </p>
  );
}

interface JobActionsProps {
  kind: keyof typeof JOB_KINDS;
  job: Pick<DownloadJob, 'id' | 'status' | 'nextTryAt'>;
}

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
