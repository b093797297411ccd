import type { DraftChange, UploadDraft } from '@vesper/contract';
import { problemsOf } from '@vesper/web/admin/data/calls.ts';
import { createStore } from '@vesper/web/admin/data/store.ts';
import { Button, RowButton } from '@vesper/web/admin/ui/button.tsx';
import { Dialog, DialogButtons } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { Form, TextField } from '@vesper/web/admin/ui/form.tsx';
import { sentenceOf } from '@vesper/web/data/call-failure.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { DraftFields } from './draft-fields.tsx';

type Save = (change: DraftChange) => Promise<unknown>;

interface DetailsProps {
  /** The file's. Without a title, the film is named after it. */
  name: string;
  start: UploadDraft;
  save: Save;
}

/** Apart from the rows: a row moves once its file is sent. */
const opened = createStore<DetailsProps | undefined>(undefined);

export function DetailsButton(details: DetailsProps) {
  return <RowButton word="Details" row={details.name} onClick={() => opened.set(details)} />;
}

export function DetailsDialog() {
  const details = useSyncExternalStore(opened.subscribe, opened.get);
  const close = () => opened.set(undefined);
  return (
    <Dialog title={details?.name ?? ''} isOpen={details !== undefined} onClose={close}>
      {details && <DetailsForm {...details} onClose={close} />}
    </Dialog>
  );
}

function DetailsForm({ name, start, save, onClose }: DetailsProps & { onClose: () => void }) {
  const [draft, setDraft] = useState(start);
  const [{ isSaved, failure }, setState] = useState<SaveState>({});
  const [autosave] = useState(() => createAutosave(save, setState));
  useEffect(() => () => void autosave.flush(), [autosave]);
  const change = (fields: DraftChange) => {
    setDraft({ ...draft, ...fields } as UploadDraft);
    autosave.change(fields);
  };
  const problems = problemsOf(failure);
  return (
    <Form onSubmit={() => void autosave.flush().then((isDone) => isDone && onClose())}>
      <TextField
        label="Title"
        placeholder={name}
        value={draft.title}
        error={problems.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <DraftFields draft={draft} problems={problems} onChange={change} />
      <DialogButtons>
        <p role="status" className={`mr-auto self-center text-sm ${failure ? 'text-danger' : 'text-muted'}`}>
          {failure ? `Not saved: ${sentenceOf(failure)}` : isSaved ? 'Saved' : 'Each change is saved.'}
        </p>
        <Button type="submit">Done</Button>
      </DialogButtons>
    </Form>
  );
}

interface SaveState {
  isSaved?: boolean;
  failure?: unknown;
}

/** After the last keystroke. */
const TYPING_MS = 600;

function createAutosave(save: Save, onState: (state: SaveState) => void) {
  let unsaved: DraftChange = {};
  let saving = Promise.resolve(true);
  let typing: ReturnType<typeof setTimeout> | undefined;
  async function saveNow(): Promise<boolean> {
    const change = unsaved;
    unsaved = {};
    if (Object.keys(change).length === 0) return true;
    try {
      await save(change);
      onState({ isSaved: true });
      return true;
    } catch (failure) {
      unsaved = { ...change, ...unsaved };
      onState({ failure });
      return false;
    }
  }
  /** Saves one at a time; whether all is saved. */
  function flush(): Promise<boolean> {
    clearTimeout(typing);
    saving = saving.then(saveNow);
    return saving;
  }
  return {
    flush,
    change(fields: DraftChange): void {
      unsaved = { ...unsaved, ...fields };
      onState({});
      clearTimeout(typing);
      typing = setTimeout(flush, TYPING_MS);
    },
  };
}
