import { type ReactNode, useState } from 'react';
import { TextArea } from '../field.tsx';
import { Form, FormButtons } from '../form.tsx';
import { FormAct, type FormActProps } from './form-act.tsx';

const NEEDED = 'A reason is needed.';

interface ReasonFormProps {
  /** What will happen. */
  explanation: ReactNode;
  /** The label of the button. */
  action: string;
  /** The server's problem with the reason. */
  problem?: string | undefined;
  isBusy?: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks, in a dialog, for a reason that stays on record. */
export function ReasonForm({ explanation, action, problem, isBusy = false, ...on }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') on.onConfirm(reason.trim());
  };
  return (
    <Form noValidate onSubmit={submit}>
      <p className="text-sm text-muted">{explanation}</p>
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={1000}
        value={reason}
        error={isMissing ? NEEDED : problem}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormButtons action={action} look="danger" isBusy={isBusy} onClose={on.onClose} />
    </Form>
  );
}

interface ReasonActProps<Output> extends Omit<FormActProps<Reason, Output>, 'draft' | 'children'> {
  /** What will happen. */
  explanation: ReactNode;
}

type Reason = { reason: string };

/** An act as a button that asks for a reason, which stays on record. */
export function ReasonAct<Output>({ explanation, ...act }: ReasonActProps<Output>) {
  return (
    <FormAct
      noValidate
      isDestructive
      check={({ reason }) => (reason.trim() === '' ? { reason: NEEDED } : undefined)}
      {...act}
      draft={{ reason: '' }}
    >
      {(field) => (
        <>
          <p className="text-sm text-muted">{explanation}</p>
          <TextArea label="Reason" required rows={3} maxLength={1000} {...field('reason')} />
        </>
      )}
    </FormAct>
  );
}
