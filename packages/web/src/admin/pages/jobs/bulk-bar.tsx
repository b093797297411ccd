import { routes } from '@vesper/contract';
import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { CountedQuestion } from './counted-question.tsx';
import type { JobFilter } from './job-filter.ts';
import { JOB_KINDS } from './job-kinds.ts';

interface BulkBarProps {
  filter: JobFilter;
  selected: ReadonlySet<string>;
  onDone: () => void;
}

/** Actions on the chosen jobs and on all that match the filter. */
export function BulkBar({ filter, selected, onDone }: BulkBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {selected.size > 0 ? (
        <ChosenButtons kind={filter.kind} selected={selected} onDone={onDone} />
      ) : (
        <>
          {!filter.video &&
            !filter.search &&
            (filter.errorClass || filter.ending !== 'left_out') &&
            filter.ending !== 'cancelled' && <RetryAllButton filter={filter} />}
          {filter.kind === 'downloads' && filter.source && <CancelWaitingButton source={filter.source} />}
        </>
      )}
    </div>
  );
}

function ChosenButtons({
  kind,
  selected,
  onDone,
}: Pick<BulkBarProps, 'selected' | 'onDone'> & Pick<JobFilter, 'kind'>) {
  const { noun, group } = JOB_KINDS[kind];
  const ids = [...selected];
  const retrying = useAdminMutation({
    run: (client) => client[group].retryChosen({ ids }),
    failure: `Failed to retry the ${noun}s`,
    success: ({ message }) => ({ title: message }),
    onDone,
  });
  const cancelling = useAdminMutation({
    run: (client) => client[group].cancelChosen({ ids }),
    failure: `Failed to cancel the ${noun}s`,
    success: ({ message }) => ({ title: message }),
    onDone,
  });
  return (
    <>
      <span className="text-sm">{countText(ids.length, noun)} chosen</span>
      <Button size="small" icon={RotateCcw} isBusy={retrying.isRunning} onClick={() => void retrying.run()}>
        Retry chosen
      </Button>
      <Button size="small" icon={X} isBusy={cancelling.isRunning} onClick={() => void cancelling.run()}>
        Cancel chosen
      </Button>
      <Button size="small" look="plain" onClick={onDone}>
        Clear choice
      </Button>
    </>
  );
}

/** All failed jobs that match the filter: by error class, source or run. */
function RetryAllButton({ filter }: { filter: JobFilter }) {
  const { noun, group, query, retryFailed } = JOB_KINDS[filter.kind];
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAdminMutation({
    run: (client) => retryFailed(client, filter),
    failure: `Failed to retry the ${noun}s`,
    success: ({ message }) => ({ title: message }),
  });
  const isAll = filter.kind === 'downloads' && !filter.errorClass;
  const failed: JobFilter = { ...filter, status: 'failed', ...(isAll ? { ending: 'failed' } : {}) };
  return (
    <>
      <Button size="small" icon={RotateCcw} isBusy={isRunning} onClick={() => setAsking(true)}>
        Retry all failed
      </Button>
      <CountedQuestion
        isOpen={isAsking}
        call={routes[group].count}
        input={query(failed)}
        noun={noun}
        whatHappens="checked and put back into the queue"
        explanation="Cancelled and left-out ones stay as they are, and so do those whose video is here by now. At most the latest ten thousand are retried at once."
        action="Retry all failed"
        onConfirm={() => void run()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function CancelWaitingButton({ source }: { source: string }) {
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.downloads.cancelPending({ sourceId: source }),
    failure: 'Failed to cancel the downloads',
    success: ({ message }) => ({ title: message }),
  });
  return (
    <>
      <Button size="small" look="danger" icon={X} isBusy={isRunning} onClick={() => setAsking(true)}>
        Cancel all waiting
      </Button>
      <CountedQuestion
        isOpen={isAsking}
        call={routes.downloads.count}
        input={{ sourceId: source, status: 'pending' }}
        noun="download"
        whatHappens="cancelled"
        explanation="They stay in the list, and crawls do not queue their addresses again."
        action="Cancel all waiting"
        isDestructive
        onConfirm={() => void run()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
