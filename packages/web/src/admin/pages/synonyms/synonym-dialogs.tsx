import type { Domain, SynonymGroup } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldsOf, Options, SelectField, TextArea } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

interface GroupDialogProps {
  /** `new` adds one; undefined is closed. */
  group: SynonymGroup | 'new' | undefined;
  domains: readonly Domain[] | undefined;
  onClose: () => void;
}

export function GroupDialog({ group, domains, onClose }: GroupDialogProps) {
  const isNew = group === 'new';
  return (
    <Dialog title={isNew ? 'Add synonyms' : 'Edit synonyms'} isOpen={group !== undefined} onClose={onClose}>
      {group && <GroupForm group={isNew ? undefined : group} domains={domains} onClose={onClose} />}
    </Dialog>
  );
}

interface GroupFormProps extends Pick<GroupDialogProps, 'domains' | 'onClose'> {
  group: SynonymGroup | undefined;
}

function GroupForm({ group, domains, onClose }: GroupFormProps) {
  const [draft, setDraft] = useState({
    words: group?.words.join('\n') ?? '',
    domainId: group?.domainId ?? '',
  });
  const field = fieldsOf(draft, setDraft);
  const { run, isRunning } = useAdminMutation({
    run: (client) => {
      const words = draft.words.split(/[\n,]/).flatMap((word) => word.trim() || []);
      const given = { words, domainId: draft.domainId || null };
      return group
        ? client.synonyms.change({ ...given, id: group.id, version: group.version })
        : client.synonyms.create(given);
    },
    failure: 'The synonyms could not be saved.',
    success: ({ words }) => ({ title: `Saved ${words.join(', ')}` }),
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run()}>
      <TextArea
        label="Words"
        required
        rows={6}
        spellCheck={false}
        hint="One in each line: a word, or up to four that belong together."
        {...field('words')}
      />
      <SelectField label="Domain" {...field('domainId')}>
        <option value="">Every domain</option>
        <Options of={domains?.map(({ id, config }) => [id, config.domain])} />
      </SelectField>
      <FormButtons action="Save" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}

interface DeleteGroupDialogProps {
  group: SynonymGroup | undefined;
  onClose: () => void;
}

export function DeleteGroupDialog({ group, onClose }: DeleteGroupDialogProps) {
  const { run, isRunning } = useAdminMutation({
    run: (client, { id, version }: SynonymGroup) => client.synonyms.delete({ id, version }),
    failure: 'The synonyms could not be deleted.',
    success: ({ message }) => ({ title: message }),
  });
  return (
    <ConfirmDialog
      isOpen={group !== undefined}
      question={`Delete ${group?.words.join(', ') ?? ''}?`}
      explanation={<p>A search for one of these no longer finds the others. You can add them again.</p>}
      action="Delete"
      isDestructive
      isBusy={isRunning}
      onConfirm={() => group && void run(group).finally(onClose)}
      onClose={onClose}
    />
  );
}
