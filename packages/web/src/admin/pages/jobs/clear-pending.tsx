import { BY_HAND, routes } from '@vesper/contract';
import { Undo2, X } from 'lucide-react';
import { countText, formatCount } from '../../../ui/format.ts';
import { useAdminMutation, useAdminQuery } from '../../data/calls.ts';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { exactTime } from '../../ui/value-text.ts';
import { Moment } from '../../ui/values.tsx';
import { CountedAct } from './counted-act.tsx';
import { formatManualCount } from './job-words.ts';

const UNDO_WORDS = {
  failure: 'Failed to undo the clearing',
  success: ({ message }: { message: string }) => message,
};

/** Clears the waiting downloads, after a confirmation; the toast and the notice on the page offer to undo it. */
export function ClearPendingButton({ pending }: { pending: number }) {
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

/** What was cleared within the last hour, each with a button to undo it. */
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
