import type { BulkActName } from '@vesper/contract';
import { type FormEvent, useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { TagsEditor } from './tags-editor.tsx';

/** What somebody is about to do. */
export type AskedAct = BulkActName | 'delete';

/** With what an act needs. */
export interface GivenAct {
  act: AskedAct;
  reason?: string;
  category?: string;
  tags?: string[];
}

interface ActDialogProps {
  /** Undefined: nothing is asked. */
  asked: AskedAct | undefined;
  /** "3 videos", "the video". */
  what: string;
  isBusy: boolean;
  onGive: (given: GivenAct) => void;
  onClose: () => void;
}

const UNDO = 'It can be undone for 30 days.';
const QUESTIONS: Record<AskedAct, { verb: string; explanation: string }> = {
  hide: { verb: 'Hide', explanation: `Gone from every list, page, search and film address at once. ${UNDO}` },
  publish: {
    verb: 'Publish',
    explanation: `Back in their places in the lists. What a notice, a missing basis or a missing film forbids is left alone. ${UNDO}`,
  },
  remove: {
    verb: 'Remove',
    explanation: `Off the site, with their files put aside, and their addresses are not taken in again. ${UNDO}`,
  },
  delete: {
    verb: 'Delete',
    explanation:
      'For good: the videos and their files. Their addresses stay known and are not taken in again. This cannot be undone.',
  },
  set_category: { verb: 'Move', explanation: UNDO },
  add_tags: { verb: 'Add tags to', explanation: UNDO },
  remove_tags: { verb: 'Take tags from', explanation: UNDO },
};

/** Asks before an act on videos, and for what it needs. */
export function ActDialog({ asked, what, isBusy, onGive, onClose }: ActDialogProps) {
  const { verb, explanation } = QUESTIONS[asked ?? 'hide'];
  const isPlain = asked === undefined || asked === 'hide' || asked === 'publish' || asked === 'delete';
  if (isPlain) {
    return (
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={`${verb} ${what}?`}
        explanation={explanation}
        action={verb}
        isDestructive={asked === 'delete'}
        isBusy={isBusy}
        onConfirm={() => onGive({ act: asked ?? 'hide' })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={`${verb} ${what}`} isOpen onClose={onClose}>
      <ActForm asked={asked} verb={verb} isBusy={isBusy} onGive={onGive} onClose={onClose} />
      <p className="text-xs text-muted">{explanation}</p>
    </Dialog>
  );
}

interface ActFormProps extends Pick<ActDialogProps, 'isBusy' | 'onGive' | 'onClose'> {
  asked: AskedAct;
  verb: string;
}

function ActForm({ asked, verb, isBusy, onGive, onClose }: ActFormProps) {
  const [reason, setReason] = useState('');
  const [category, setCategory] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const given: GivenAct =
    asked === 'remove'
      ? { act: asked, reason }
      : asked === 'set_category'
        ? { act: asked, category }
        : { act: asked, tags };
  const isReady =
    { remove: reason.trim() !== '', set_category: category !== '' }[asked as string] ?? tags.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onGive(given);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {asked === 'remove' && (
        <TextArea
          label="Reason"
          hint="Shown beside the video, to administrators only."
          required
          autoFocus
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {asked === 'set_category' && <CategoryField value={category} onChange={setCategory} />}
      {(asked === 'add_tags' || asked === 'remove_tags') && <TagsEditor tags={tags} onChange={setTags} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          look={asked === 'remove' ? 'danger' : 'primary'}
          isBusy={isBusy}
          disabled={!isReady}
        >
          {verb.split(' ')[0]}
        </Button>
      </DialogButtons>
    </form>
  );
}

export function CategoryField({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | undefined;
  onChange: (category: string) => void;
}) {
  const { data } = useAdminQuery('/api/categories', (client) => client.categories.list());
  const names = (data ?? []).map(({ name }) => name);
  return (
    <SelectField
      label="Category"
      required
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled>
        Choose one
      </option>
      {value !== '' && !names.includes(value) && <option value={value}>{value}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
