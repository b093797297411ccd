import { type ReactNode, useState } from 'react';
import { Opener, type OpenerProps } from './act-button.tsx';
import { Dialog } from './dialog.tsx';

interface DialogButtonProps extends OpenerProps {
  title: string;
  children: ReactNode;
}

/** A button that opens a dialog to read or to work in; for a single form see `FormAct`. */
export function DialogButton({ title, children, ...opener }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Opener {...opener} onClick={() => setOpen(true)} />
      <Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        {children}
      </Dialog>
    </>
  );
}
