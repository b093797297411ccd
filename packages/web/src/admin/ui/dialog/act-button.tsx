import { type ComponentProps, type ReactNode, useState } from 'react';
import { type AdminMutationOptions, useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button, RowButton } from '../button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface OpenerProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The label of the button, and of the one that confirms. */
  word: string;
  /** In a row of a table or list: what is acted on, for screen readers. */
  row?: string | undefined;
}

/** The button of an act: a row's if it names the row. */
export function Opener({ word, row, ...button }: OpenerProps) {
  return row === undefined ? (
    <Button {...button}>{word}</Button>
  ) : (
    <RowButton word={word} row={row} {...button} />
  );
}

interface Question {
  question: string;
  /** What will happen, and whether it can be undone. */
  explanation: ReactNode;
  /** The label of the confirming button, if not the act's. */
  action?: string;
  isDestructive?: boolean;
}

interface ActButtonProps<Output> extends OpenerProps, AdminMutationOptions<void, Output> {
  /** Asked before the act runs. */
  ask?: Question | undefined;
}

/** An administrator's act as a button: its word, its call, the question asked first, and what is said afterwards. */
export function ActButton<Output>(props: ActButtonProps<Output>) {
  const { run: call, failure, failureTitle, success, onDone, onFailure, ask, ...opener } = props;
  // The call as of the question: what has changed since is not acted on unseen.
  const [asked, setAsked] = useState<typeof call>();
  const { run, isRunning } = useAdminMutation({
    run: asked ?? call,
    failure,
    failureTitle,
    success,
    onDone,
    onFailure,
  });
  const close = () => setAsked(undefined);
  if (!ask) return <Opener {...opener} isBusy={isRunning} onClick={() => void run()} />;
  return (
    <>
      <Opener {...opener} isBusy={isRunning} onClick={() => setAsked(() => call)} />
      <ConfirmDialog
        isOpen={asked !== undefined}
        action={opener.word}
        isDestructive
        {...ask}
        isBusy={isRunning}
        onConfirm={() => void run().finally(close)}
        onClose={close}
      />
    </>
  );
}
