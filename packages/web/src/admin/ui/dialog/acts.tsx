import { type ComponentProps, type ReactNode, useState } from 'react';
import { type AdminMutationOptions, useAdminMutation } from '../../data/calls.ts';
import { Button, RowButton } from '../button.tsx';
import { Form, FormButtons, fieldsOf, TextArea } from '../form.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';

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

type Problems = Readonly<Partial<Record<string, string>>>;

interface ActFormProps<Draft extends object, Output> extends AdminMutationOptions<Draft, Output> {
  /** What the form starts with whenever it opens. */
  draft: Draft;
  /** Lets the server check what is required, so that all problems show at once. */
  noValidate?: boolean | undefined;
  /** Whether the draft is complete; until then the button is disabled. */
  isReady?: ((draft: Draft) => boolean) | undefined;
  /** What is wrong with the draft, by field, found before it is sent. */
  check?: ((draft: Draft) => Problems | undefined) | undefined;
  children: (
    /** Binds a field to a text of the draft, by its name. */
    field: ReturnType<typeof fieldsOf<Draft>>,
    form: {
      draft: Draft;
      setDraft: (draft: Draft) => void;
      problems: Problems;
      isRunning: boolean;
    },
  ) => ReactNode;
}

interface FormActProps<Draft extends object, Output> extends ActFormProps<Draft, Output>, OpenerPart {
  title: string;
  /** The label of the button that sends the form, if not the act's. */
  action?: string;
  /** If not told by the look of the button that opens the form. */
  isDestructive?: boolean;
  /** False hides the button; a form that is open stays. */
  isOffered?: boolean;
}

type OpenerPart = Pick<
  OpenerProps,
  'word' | 'row' | 'look' | 'icon' | 'size' | 'disabled' | 'className' | 'aria-label'
>;

/** An administrator's act that needs input: a button opens a dialog with a form, which closes once the act succeeded. */
export function FormAct<Draft extends object, Output>(props: FormActProps<Draft, Output>) {
  const { title, action, isDestructive, draft, noValidate, isReady, check, children, ...rest } = props;
  const { run, failure, failureTitle, success, onDone, onFailure, isOffered = true, ...opener } = rest;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      {isOffered && <Opener {...opener} onClick={() => setOpen(true)} />}
      <Dialog title={title} isOpen={isOpen} onClose={close}>
        <ActForm
          {...props}
          action={action ?? opener.word}
          look={(isDestructive ?? opener.look === 'danger') ? 'danger' : 'primary'}
          onClose={close}
        />
      </Dialog>
    </>
  );
}

interface OwnProps {
  action: string;
  look?: 'danger' | 'primary';
  onClose: () => void;
}

/** The form of an act in a dialog that is opened by something else than its button. */
function ActForm<Draft extends object, Output>(props: ActFormProps<Draft, Output> & OwnProps) {
  const { draft: start, noValidate, isReady, check, children, action, look = 'primary', ...rest } = props;
  const { onClose, ...act } = rest;
  const [draft, setDraft] = useState(start);
  const isComplete = isReady?.(draft) ?? true;
  const [found, setFound] = useState<Problems>();
  const { run, isRunning, ...refused } = useAdminMutation({
    ...act,
    onDone: (output, input) => {
      act.onDone?.(output, input);
      onClose();
    },
  });
  const problems = found ?? refused.problems;
  const submit = () => {
    const wrong = check?.(draft);
    setFound(wrong);
    if (isComplete && !wrong) void run(draft);
  };
  return (
    <Form noValidate={noValidate} onSubmit={submit}>
      {children(fieldsOf(draft, setDraft, problems), { draft, setDraft, problems, isRunning })}
      <FormButtons {...{ action, look, onClose }} isBusy={isRunning} disabled={!isComplete} />
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
      check={({ reason }) => (reason.trim() === '' ? { reason: 'A reason is needed.' } : undefined)}
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

interface OutdatedNoteProps {
  /** What was changed: "this domain". */
  what: string;
  onLoad: () => void;
}

/** Says that someone else has changed the record; the input stays until the changes are loaded. */
export function OutdatedNote({ what, onLoad }: OutdatedNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-warn p-3 text-sm"
    >
      <span className="min-w-0 flex-1">Another administrator has changed {what} since you opened it.</span>
      <Button size="small" onClick={onLoad}>
        Load the changes
      </Button>
    </div>
  );
}
