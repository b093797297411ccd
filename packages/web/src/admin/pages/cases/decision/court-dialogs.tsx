import { useState } from 'react';
import { useAdminMutation } from '../../../data/calls.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Form, FormButtons, fieldsOf, Options, SelectField, TextArea, TextField } from '../../../ui/form.tsx';

interface DialogProps {
  id: string;
  isOpen: boolean;
  onClose: () => void;
}

const NO_ACTION = { court: '', number: '', filedOn: '', reason: '' };

/** Records that the complainant has gone to court. */
export function CourtDialog({ id, isOpen, onClose }: DialogProps) {
  const [action, setAction] = useState(NO_ACTION);
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.cases.court({ id, ...action }),
    failure: 'The court action could not be recorded.',
    success: ({ message }) => ({ title: 'Court action recorded', description: message }),
    onDone() {
      setAction(NO_ACTION);
      onClose();
    },
  });
  const field = fieldsOf(action, setAction, problems);
  return (
    <Dialog title="Record a court action" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={() => void run()}>
        <p className="text-sm text-pretty text-muted">
          What was taken off stays off until you record how the action ended. The senders of counter-notices
          are told by mail.
        </p>
        <TextField label="Court" required maxLength={300} {...field('court')} />
        <TextField label="File number" required maxLength={200} {...field('number')} />
        <TextField label="Filed on" type="date" required {...field('filedOn')} />
        <TextArea
          label="How you know"
          required
          rows={3}
          maxLength={2000}
          hint="Internal, and sealed with the case."
          {...field('reason')}
        />
        <FormButtons action="Record" isBusy={isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

const OUTCOMES = [
  ['stays_off', 'It stays off the site for good'],
  ['restored', 'It is restored'],
] as const;

/** Ends a court action. */
export function SettleDialog({ id, isOpen, onClose }: DialogProps) {
  const [outcome, setOutcome] = useState<(typeof OUTCOMES)[number][0]>('stays_off');
  const [reason, setReason] = useState('');
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => client.cases.settle({ id, outcome, reason: reason.trim() }),
    failure: 'The end of the court action could not be recorded.',
    success: ({ message }) => ({ title: 'Court action ended', description: message }),
    onDone() {
      setReason('');
      onClose();
    },
  });
  return (
    <Dialog title="End the court action" isOpen={isOpen} onClose={onClose}>
      <Form onSubmit={() => void run()}>
        <SelectField
          label="What was taken off"
          value={outcome}
          onChange={({ target }) => setOutcome(target.value === 'restored' ? 'restored' : 'stays_off')}
        >
          <Options of={OUTCOMES} />
        </SelectField>
        <TextArea
          label="Reason"
          required
          rows={3}
          maxLength={2000}
          hint="What the court decided, or what was agreed. Internal, and sealed with the case."
          value={reason}
          error={problems.reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <FormButtons action="End it" look="danger" isBusy={isRunning} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
