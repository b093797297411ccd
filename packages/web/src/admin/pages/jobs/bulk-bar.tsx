import { routes } from '@vesper/contract';
import { RotateCcw, X } from 'lucide-react';
import { countText } from '../../../ui/format.ts';
import { Button } from '../../ui/button.tsx';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { CountedAct } from './counted-act.tsx';
import type { JobFilter } from './job-filter.ts';
import { JOB_KINDS } from './job-kinds.ts';

interface BulkBarProps {
  filter: JobFilter;
  selected: ReadonlySet<string>;
  onDone: () => void;
}

/** Actions on the chosen jobs, or on all that match the filter. */
export function BulkBar({ filter, selected, onDone }: BulkBarProps) {
  const { kind, video, search, errorClass, ending, source } = filter;
  const isOfFailed = (errorClass || ending !== 'left_out') && ending !== 'cancelled';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {selected.size > 0 ? (
        <ChosenButtons kind={kind} ids={[...selected]} onDone={onDone} />
      ) : (
        <>
          {!video && !search && isOfFailed && <RetryAllButton filter={filter} />}
          {kind === 'downloads' && source && <CancelWaitingButton source={source} />}
        </>
      )}
    </div>
  );
}

interface ChosenButtonsProps extends Pick<JobFilter, 'kind'>, Pick<BulkBarProps, 'onDone'> {
  ids: string[];
}

function ChosenButtons({ kind, ids, onDone }: ChosenButtonsProps) {
  const { noun, group } = JOB_KINDS[kind];
  return (
    <>
      <span className="text-sm">{countText(ids.length, noun)} chosen</span>
      <ActButton
        word="Retry chosen"
        size="small"
        icon={RotateCcw}
        run={(client) => client[group].retryChosen({ ids })}
        failure={`Failed to retry the ${noun}s`}
        success={({ message }) => message}
        onDone={onDone}
      />
      <ActButton
        word="Cancel chosen"
        size="small"
        icon={X}
        run={(client) => client[group].cancelChosen({ ids })}
        failure={`Failed to cancel the ${noun}s`}
        success={({ message }) => message}
        onDone={onDone}
      />
      <Button size="small" look="plain" onClick={onDone}>
        Clear choice
      </Button>
    </>
  );
}

/** All failed jobs that match the filter: by error class, source or run. */
function RetryAllButton({ filter }: { filter: JobFilter }) {
  const { noun, group, query, retryFailed } = JOB_KINDS[filter.kind];
  const isAll = filter.kind === 'downloads' && !filter.errorClass;
  return (
    <CountedAct
      word="Retry all failed"
      icon={RotateCcw}
      call={routes[group].count}
      input={query({ ...filter, status: 'failed', ...(isAll ? { ending: 'failed' } : {}) })}
      noun={noun}
      whatHappens="checked and put back into the queue"
      explanation={() =>
        'Cancelled and left-out ones stay as they are, and so do those whose video is here by now. At most the latest ten thousand are retried at once.'
      }
      run={(client) => retryFailed(client, filter)}
      failure={`Failed to retry the ${noun}s`}
      success={({ message }) => message}
    />
  );
}

function CancelWaitingButton({ source }: { source: string }) {
  return (
    <CountedAct
      word="Cancel all waiting"
      look="danger"
      icon={X}
      call={routes.downloads.count}
      input={{ sourceId: source, status: 'pending' }}
      noun="download"
      whatHappens="cancelled"
      explanation={() => 'They stay in the list, and crawls do not queue their addresses again.'}
      isDestructive
      run={(client) => client.downloads.cancelPending({ sourceId: source })}
      failure="Failed to cancel the downloads"
      success={({ message }) => message}
    />
  );
}
