import { BY_HAND, type QueueClearing, routes } from '@vesper/contract';
import { Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { countText, formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { exactTime } from '../../ui/moment-text.ts';
import { CountedQuestion } from './counted-question.tsx';
import { formatManualCount } from './job-words.ts';

/** Clears the waiting downloads, after a confirmation; the toast and the notice on the page offer to undo it. */
export function ClearPendingButton({ pending }: { pending: number }) {
  const [isAsking, setAsking] = useState(false);
  const { data: byHand } = useAdminQuery(
    routes.downloads.count,
    { sourceId: BY_HAND, status: 'pending' },
    { isEnabled: isAsking },
  );
  const undo = useUndo();
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.downloads.clearPending(),
    failure: 'Failed to clear pending jobs',
    success: ({ message, clearing }) => ({
      title: message,
      ...(clearing && {
        description: 'You can undo it for an hour.',
        action: { label: 'Undo', run: () => void undo.run(clearing.id) },
      }),
    }),
  });
  return (
    <>
      <Button
        size="small"
        icon={X}
        isBusy={isRunning}
        disabled={pending === 0}
        onClick={() => setAsking(true)}
      >
        Clear Pending ({formatCount(pending)})
      </Button>
      <CountedQuestion
        isOpen={isAsking}
        call={routes.downloads.count}
        input={{ status: 'pending' }}
        noun="waiting download"
        whatHappens="removed from the queue"
        explanation={(all) => `${formatManualCount(byHand?.count ?? 0, all)}You can undo it for an hour.`}
        action="Clear pending"
        isDestructive
        onConfirm={() => void run()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

/** What was cleared within the last hour, each with a button to undo it. */
export function ClearedNotice() {
  const { data } = useAdminQuery(routes.downloads.clearings, {}, { pollMs: 30_000 });
  if (!data || data.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-col gap-2">
      {data.map((clearing) => (
        <Cleared key={clearing.id} clearing={clearing} />
      ))}
    </ul>
  );
}

function Cleared({ clearing: { id, clearedAt, until, count } }: { clearing: QueueClearing }) {
  const { run, isRunning } = useUndo();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-xl border border-warn px-3 py-2 text-sm">
      <span>
        {countText(count, 'waiting download')} cleared from the queue <Moment at={clearedAt} />. You can undo
        this until {exactTime(until)}.
      </span>
      <Button size="small" icon={Undo2} isBusy={isRunning} onClick={() => void run(id)}>
        Undo
      </Button>
    </li>
  );
}

function useUndo() {
  return useAdminMutation({
    run: (client, id: string) => client.downloads.undoClearing({ id }),
    failure: 'Failed to undo the clearing',
    success: ({ message }) => ({ title: message }),
  });
}
