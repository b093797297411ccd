import { type ReactNode, useState } from 'react';
import { type AdminMutationOptions, useAdminMutation } from '../../data/use-admin-mutation.ts';
import { fieldsOf } from '../field.tsx';
import { Form, FormButtons } from '../form.tsx';
import { Opener, type OpenerProps } from './act-button.tsx';
import { Dialog } from './dialog.tsx';

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

export interface FormActProps<Draft extends object, Output> extends ActFormProps<Draft, Output>, OpenerPart {
  title: string;
  /** The label of the button that sends the form, if not the act's. */
  action?: string;
  /** If not told by the look of the button that opens the form. */
  isDestructive?: boolean;
}

type OpenerPart = Pick<
  OpenerProps,
  'word' | 'row' | 'look' | 'icon' | 'size' | 'disabled' | 'className' | 'aria-label'
>;

/** An administrator's act that needs input: a button opens a dialog with a form, which closes once the act succeeded. */
export function FormAct<Draft extends object, Output>(props: FormActProps<Draft, Output>) {
  const { title, action, isDestructive, draft, noValidate, isReady, check, children, ...rest } = props;
  const { run, failure, failureTitle, success, onDone, onFailure, ...opener } = rest;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Opener {...opener} onClick={() => setOpen(true)} />
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
export function ActForm<Draft extends object, Output>(props: ActFormProps<Draft, Output> & OwnProps) {
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
