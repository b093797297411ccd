import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { DialogButtons } from './dialog.tsx';
import { TextArea } from './field.tsx';

const NEEDED = 'A reason is needed.';

interface ReasonFormProps {
  /** What will happen. */
  explanation: ReactNode;
  /** What the button that does it says. */
  action: string;
  /** What was said of the reason when it was sent. */
  problem?: string | undefined;
  isBusy?: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** In a dialog: asks why something is undone, which stays on record. */
export function ReasonForm({ explanation, action, problem, isBusy = false, ...on }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') on.onConfirm(reason.trim());
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
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
      <DialogButtons>
        <Button onClick={on.onClose}>Cancel</Button>
        <Button type="submit" look="danger" isBusy={isBusy}>
          {action}
        </Button>
      </DialogButtons>
    </form>
  );
}
