import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  question: string;
  /** What will happen, and whether it can be undone. */
  explanation: ReactNode;
  /** The label of the confirming button. */
  action: string;
  isDestructive?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    question,
    explanation,
    action,
    isDestructive = false,
    isBusy = false,
    onConfirm,
    onClose,
  } = props;
  return (
    <Dialog title={question} isOpen={isOpen} onClose={onClose}>
      <div className="text-sm leading-relaxed text-pretty text-muted">{explanation}</div>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={isDestructive ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
