import { type ComponentProps, type ReactNode, useState } from 'react';
import { type AdminMutationOptions, useAdminMutation } from '../../data/calls.ts';
import { Button, RowButton } from '../button.tsx';
import { Form, FormButtons, fieldsOf, TextArea } from '../form.tsx';
import { ConfirmDialog, Dialog } from './dialog.tsx';

export interface OpenerProps extends Omit<ComponentProps<typeof Button>, 'children'> {
  /** The label of the button and of its confirmation. */
  word: string;
  /** In a row: what it acts on, for screen readers. */
  row?: string | undefined;
}

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
  /** The confirming button's label, if different. */
  action?: string;
  isDestructive?: boolean;
}

interface ActButtonProps<Output> extends OpenerProps, AdminMutationOptions<void, Output> {
  ask?: Question | undefined;
}

export function ActButton<Output>(props: ActButtonProps<Output>) {
  const { run: call, failure, failureTitle, success, onDone, onFailure, ask, ...opener } = props;
  // The call as it was when asked: later changes are not acted on unseen.
  const [asked, setAsked] = useState<typeof call>();
  const { run, isRunning } = useAdminMutation({ ...props, run: asked ?? call });
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
  /** Lets the server check required fields, so that all problems show at once. */
  noValidate?: boolean | undefined;
  /** Until then the button is disabled. */
  isReady?: ((draft: Draft) => boolean) | undefined;
  /** Problems by field, found before sending. */
  check?: ((draft: Draft) => Problems | undefined) | undefined;
  children: (
    /** Binds a text field to the draft by name. */
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
  /** The submit button's label, if different. */
  action?: string;
  /** By default taken from the opener's look. */
  isDestructive?: boolean;
  /** False hides the button; an open form stays. */
  isOffered?: boolean;
}

type OpenerPart = Pick<
  OpenerProps,
  'word' | 'row' | 'look' | 'icon' | 'size' | 'disabled' | 'className' | 'aria-label'
>;

/** A button that opens a form in a dialog, which closes once the action succeeds. */
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

/** For a dialog that is not opened by a button. */
export function ActForm<Draft extends object, Output>(props: ActFormProps<Draft, Output> & OwnProps) {
  const { draft: start, noValidate, isReady, check, children, action, look = 'primary', onClose } = props;
  const [draft, setDraft] = useState(start);
  const isComplete = isReady?.(draft) ?? true;
  const [found, setFound] = useState<Problems>();
  const { run, isRunning, ...refused } = useAdminMutation<Draft, Output>({
    ...props,
    onDone: (output, input) => {
      props.onDone?.(output, input);
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
  explanation: ReactNode;
}

type Reason = { reason: string };

/** The reason stays on record. */
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

/** For dialogs that are more than the form of a single action. */
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
  /** "this domain". */
  what: string;
  onLoad: () => void;
}

/** The input stays until the changes are loaded. */
export function OutdatedNote({ what, onLoad }: OutdatedNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-warn p-3 text-sm"
    >
      <span className="min-w-0 flex-1">Another administrator has changed {what} since you opened it.</span>
      <Button size="small" onClick={onLoad}>
        Load changes
      </Button>
    </div>
  );
}
