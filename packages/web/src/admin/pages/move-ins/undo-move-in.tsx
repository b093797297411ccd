import { type MoveInUndoing, routes } from '@vesper/contract';
import { useState } from 'react';
import { sentenceOf } from '../../../data/call-failure.ts';
import { countText, formatCount } from '../../../ui/format.ts';
import { useAdminMutation, useAdminQuery } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';

/** Asks, with what would go and what would stay. */
export function UndoMoveIn({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { data, error } = useAdminQuery(routes.moveIns.undoing, { id }, { isEnabled: isOpen });
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.moveIns.undo({ id }),
    failure: 'The move-in could not be undone.',
    success: ({ removes }) => ({
      title: 'The move-in is undone',
      description: `${countText(removes, 'video')} removed in the background.`,
    }),
    onDone: close,
  });
  return (
    <>
      <Button size="small" look="danger" onClick={() => setOpen(true)}>
        Undo
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        question="Undo this move-in?"
        explanation={error ? sentenceOf(error) : data ? <Consequences undoing={data} /> : 'Counting...'}
        action="Undo"
        isDestructive
        isBusy={isRunning || !data}
        onConfirm={() => void run()}
        onClose={close}
      />
    </>
  );
}

function Consequences({ undoing }: { undoing: MoveInUndoing }) {
  const { removes, ends, edited, named, oldAddresses } = undoing;
  return (
    <>
      <ul className="list-disc pl-5">
        <li>{countText(removes, 'video')} will be removed.</li>
        {ends > 0 && <li>{countText(ends, 'film')} will not come in.</li>}
        {oldAddresses > 0 && <li>Old addresses that will lead nowhere: {formatCount(oldAddresses)}.</li>}
        {edited > 0 && <li>{countText(edited, 'video')} will stay: somebody has edited the words.</li>}
        {named > 0 && <li>{countText(named, 'video')} will stay: a notice names them.</li>}
      </ul>
      <p className="mt-3">The files in the folder stay. Moving it in again brings everything back.</p>
    </>
  );
}
