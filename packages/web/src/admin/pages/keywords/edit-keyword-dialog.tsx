import type { KeywordRecord } from '@vesper/contract';
import { useState } from 'react';
import { useUnsaved } from '../../data/unsaved.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import {
  draftOfKeyword,
  editedDraft,
  inputOfDraft,
  type KeywordDraft,
  type KeywordProblems,
  missingFields,
} from './keyword-draft.ts';
import { KeywordFields, MoreKeywordFields } from './keyword-fields.tsx';
import { useKeywordCreation } from './use-keyword-creation.ts';

export function NewKeywordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="New keyword" isOpen={isOpen} onClose={onClose}>
      <NewKeywordForm onClose={onClose} />
    </Dialog>
  );
}

function NewKeywordForm({ onClose }: { onClose: () => void }) {
  const { draft, setDraft, problems, submit, isRunning } = useKeywordCreation(onClose);
  const fields = { draft, problems, onChange: setDraft };
  return (
    <Form noValidate onSubmit={submit}>
      <KeywordFields {...fields} />
      <MoreKeywordFields {...fields} />
      <FormButtons action="Create Keyword" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}

interface EditKeywordDialogProps {
  /** The keyword as it is in the list now. */
  keyword: KeywordRecord | undefined;
  onClose: () => void;
}

export function EditKeywordDialog({ keyword, onClose }: EditKeywordDialogProps) {
  return (
    <Dialog title="Edit keyword" isOpen={keyword !== undefined} onClose={onClose}>
      {keyword && <EditKeywordForm key={keyword.id} newest={keyword} onClose={onClose} />}
    </Dialog>
  );
}

/** Keeps the input if the keyword changes meanwhile: a note says so and offers to load the changes. */
function EditKeywordForm({ newest, onClose }: { newest: KeywordRecord; onClose: () => void }) {
  const [seen, setSeen] = useState(newest);
  const [draft, setDraft] = useState(draftOfKeyword(newest));
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(draftOfKeyword(seen)));
  const [missing, setMissing] = useState<KeywordProblems>({});
  const { run, isRunning, problems, forgetProblems } = useAdminMutation({
    run: (client) => client.keywords.change({ id: seen.id, version: seen.version, ...inputOfDraft(draft) }),
    failure: 'Failed to update keyword',
    success: () => ({ title: 'Keyword updated successfully' }),
    onDone: onClose,
  });
  const save = () => {
    const found = missingFields(draft);
    setMissing(found);
    forgetProblems();
    if (Object.keys(found).length === 0) void run();
  };
  const load = () => {
    setSeen(newest);
    setDraft(draftOfKeyword(newest));
    setMissing({});
    forgetProblems();
  };
  const change = (edited: KeywordDraft) => setDraft(editedDraft(draft, edited));
  const fields = { draft, problems: { ...problems, ...missing }, onChange: change };
  return (
    <Form noValidate onSubmit={save}>
      {newest.version > seen.version && !isRunning && <OutdatedNote what="this keyword" onLoad={load} />}
      <KeywordFields {...fields} />
      <MoreKeywordFields {...fields} />
      <CheckField
        label="Title and description reviewed"
        hint="Until somebody has read them, search engines are asked not to index the page."
        checked={draft.reviewed}
        onChange={({ target }) => setDraft({ ...draft, reviewed: target.checked })}
      />
      <CheckField
        label="Enabled"
        hint="A disabled keyword has no page."
        checked={draft.enabled}
        onChange={({ target }) => setDraft({ ...draft, enabled: target.checked })}
      />
      <FormButtons action="Save" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
