import { type ReactNode, useState } from 'react';
import { Opener, type OpenerProps } from './act-button.tsx';
import { Dialog } from './dialog.tsx';

interface DialogButtonProps extends OpenerProps {
  title: string;
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog; one with the form of a single act is a `FormAct`. */
export function DialogButton({ title, children, ...opener }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Opener {...opener} onClick={() => setOpen(true)} />
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        {isOpen && children(close)}
      </Dialog>
    </>
  );
}
