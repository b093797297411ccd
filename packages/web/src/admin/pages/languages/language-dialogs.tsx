import type { Language } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldsOf, TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

export function NewLanguageDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title="Add a language" isOpen={isOpen} onClose={onClose}>
      <NewLanguageForm onClose={onClose} />
    </Dialog>
  );
}

function NewLanguageForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({ code: '', name: '', nativeName: '' });
  const field = fieldsOf(draft, setDraft);
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.languages.create(draft),
    failure: 'The language could not be added.',
    success: ({ name }) => ({ title: `Added ${name}` }),
    onDone: onClose,
  });
  return (
    <Form noValidate onSubmit={() => void run()}>
      <TextField
        label="Code"
        required
        autoCapitalize="none"
        spellCheck={false}
        placeholder="pt-BR"
        hint="The addresses of its keyword pages start with it, so it cannot be changed later."
        {...field('code')}
      />
      <TextField label="Name in English" required {...field('name')} />
      <TextField label="Native name" required {...field('nativeName')} />
      <FormButtons action="Add language" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}

interface DeleteLanguageDialogProps {
  language: Language | undefined;
  onClose: () => void;
}

export function DeleteLanguageDialog({ language, onClose }: DeleteLanguageDialogProps) {
  const { run, isRunning } = useAdminMutation({
    run: (client, { id, version }: Language) => client.languages.delete({ id, version }),
    failure: 'The language could not be deleted.',
    success: ({ message }) => ({ title: message }),
  });
  return (
    <ConfirmDialog
      isOpen={language !== undefined}
      question={`Delete ${language?.name ?? ''}?`}
      explanation={
        <p>Only a language without keywords and translations can be deleted. You can add it again later.</p>
      }
      action="Delete"
      isDestructive
      isBusy={isRunning}
      onConfirm={() => language && void run(language).finally(onClose)}
      onClose={onClose}
    />
  );
}
