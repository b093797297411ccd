import type { CaseDetails } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../../data/calls.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, FormButtons, Options, SelectField, TextArea } from '../../../ui/form.tsx';

interface DismissDialogProps {
  details: CaseDetails;
  isOpen: boolean;
  onClose: () => void;
}

/** Ends a counter-notice, so that it brings nothing back. */
export function DismissDialog({ details, isOpen, onClose }: DismissDialogProps) {
  const { id, grounds, state } = details;
  const [ground, setGround] = useState(grounds[0]?.name ?? '');
  const [reason, setReason] = useState('');
  const chosen = grounds.find(({ name }) => name === ground);
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.casework.dismiss({ id, ground, reason: reason.trim() }),
    failure: 'The counter-notice could not be dismissed.',
    success: ({ message }) => ({ title: 'Counter-notice dismissed', description: message }),
    onDone() {
      setReason('');
      onClose();
    },
  });
  return (
    <Dialog title="Dismiss the counter-notice?" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={() => void run()}>
        <p className="text-sm text-pretty text-muted">
          {state === 'approved'
            ? 'What was taken off stays off, unless another forwarded counter-notice stands. Both sides are told the ground by mail.'
            : 'It is not forwarded. Its sender is told the ground by mail, if the mailbox is confirmed.'}{' '}
          This cannot be undone; to grant it after all, restore the case that it answers.
        </p>
        <SelectField
          label="Ground"
          // The closed list has no room for a whole one.
          hint={chosen && [chosen.words, chosen.law].filter(Boolean).join('. ')}
          value={ground}
          onChange={({ target }) => setGround(target.value)}
        >
          <Options of={grounds.map(({ name, words }) => [name, words])} />
        </SelectField>
        <TextArea
          label="Reason"
          required
          rows={3}
          maxLength={1000}
          hint="Internal, and sealed with the case."
          value={reason}
          error={problems.reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormButtons action="Dismiss" look="danger" isBusy={isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
