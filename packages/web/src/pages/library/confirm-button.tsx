import { type ReactNode, useId, useRef } from 'react';

interface ConfirmButtonProps {
  /** The label of both buttons. */
  action: string;
  question: string;
  explanation: string;
  onConfirm: () => void;
  className?: string;
  children?: ReactNode;
}

/** The browser's own dialog traps the focus and restores it. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { action, question, explanation, onConfirm, className = 'button quiet', children } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  const confirm = () => {
    close();
    onConfirm();
  };
  return (
    <>
      <button type="button" className={className} onClick={() => dialog.current?.showModal()}>
        {children}
        {action}
      </button>
      <dialog
        ref={dialog}
        aria-labelledby={`${id}-question`}
        aria-describedby={`${id}-explanation`}
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-2xl border border-line bg-panel p-6 text-text backdrop:bg-black/60"
      >
        <h2 id={`${id}-question`} className="text-lg font-bold text-balance">
          {question}
        </h2>
        <p id={`${id}-explanation`} className="mt-2 text-sm leading-relaxed text-pretty text-muted">
          {explanation}
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <button type="button" className="button quiet" onClick={close}>
            Cancel
          </button>
          <button type="button" className="button primary primary-hover" onClick={confirm}>
            {action}
          </button>
        </div>
      </dialog>
    </>
  );
}
