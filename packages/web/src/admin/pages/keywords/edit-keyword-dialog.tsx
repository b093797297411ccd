import { type KeywordRecord, routes } from '@vesper/contract';
import { type FormEvent, useState } from 'react';
import { problemsOf } from '../../data/problems-of.ts';
import { useUnsaved } from '../../data/unsaved.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { CheckField } from '../../ui/field.tsx';
import { OutdatedNote } from '../../ui/outdated-note.tsx';
import { draftOfKeyword, inputOfDraft, type KeywordProblems, missingFields } from './keyword-draft.ts';
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
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <KeywordFields {...fields} />
      <MoreKeywordFields {...fields} />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isRunning}>
          Create Keyword
        </Button>
      </DialogButtons>
    </form>
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
  const [problems, setProblems] = useState<KeywordProblems>({});
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.keywords.change({ id: seen.id, version: seen.version, ...inputOfDraft(draft) }),
    failure: 'Failed to update keyword',
    refreshes: [routes.keywords, routes.languages],
    success: () => ({ title: 'Keyword updated successfully' }),
    onDone: onClose,
    onFailure: (failure) => {
      setProblems(problemsOf(failure));
      return false;
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const missing = missingFields(draft);
    setProblems(missing);
    if (Object.keys(missing).length === 0) void run();
  };
  const load = () => {
    setSeen(newest);
    setDraft(draftOfKeyword(newest));
    setProblems({});
  };
  const fields = { draft, problems, onChange: setDraft };
  return (
    <form noValidate onSubmit={save} className="flex flex-col gap-4">
      {newest.version > seen.version && !isRunning && <OutdatedNote what="this keyword" onLoad={load} />}
      <KeywordFields {...fields} />
      <MoreKeywordFields {...fields} />
      <CheckField
        label="Enabled"
        hint="A disabled keyword has no page."
        checked={draft.enabled}
        onChange={({ target }) => setDraft({ ...draft, enabled: target.checked })}
      />
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" isBusy={isRunning}>
          Save
        </Button>
      </DialogButtons>
    </form>
  );
}
