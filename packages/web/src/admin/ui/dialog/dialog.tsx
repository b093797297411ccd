import { X } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Native: traps and restores the focus, closes on Escape. Mounts content only while open, so that forms start fresh. */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Long tables have many dialogs that are never opened.
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) element.showModal();
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  if (!wasOpened) return null;
  return createPortal(
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      {isOpen && (
        <div className="p-5">
          <div className="flex items-start justify-between gap-4">
            <h2 id={id} className="text-lg font-bold text-balance">
              {title}
            </h2>
            <button type="button" aria-label="Close" className="icon-button -m-2" onClick={onClose}>
              <X aria-hidden className="size-5" />
            </button>
          </div>
          <div className="mt-4 flex flex-col gap-4">{children}</div>
        </div>
      )}
    </dialog>,
    document.body,
  );
}

export function DialogButtons({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className="mt-2 flex scroll-mb-5 flex-wrap justify-end gap-2">
      {children}
    </div>
  );
}

interface ConfirmDialogProps extends Omit<DialogProps, 'title' | 'children'> {
  question: string;
  explanation: ReactNode;
  action: string;
  isDestructive?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    question,
    explanation,
    action,
    isDestructive = false,
    isBusy = false,
    onConfirm,
    ...dialog
  } = props;
  return (
    <Dialog title={question} {...dialog}>
      <div className="text-sm leading-relaxed text-pretty text-muted">{explanation}</div>
      <DialogButtons>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button look={isDestructive ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
