import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { sentenceOf } from '../../../data/call-failure.ts';
import { useClient } from '../../../data/client-context.tsx';
import { GIVE_PASSWORD, type PasswordQuestion, passwordQuestion } from '../../data/password-question.ts';
import { FormButtons, TextField } from '../form.tsx';
import { Dialog } from './dialog.tsx';

/** Opened by `useAdminMutation` for actions that cannot be undone or hide many videos. */
export function PasswordDialog() {
  const question = useSyncExternalStore(passwordQuestion.subscribe, passwordQuestion.get);
  return (
    <Dialog title={GIVE_PASSWORD} isOpen={question !== undefined} onClose={() => question?.answer(false)}>
      {question && <PasswordForm question={question} />}
    </Dialog>
  );
}

function PasswordForm({ question }: { question: PasswordQuestion }) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await client.account.confirm({ password });
      question.answer(true);
    } catch (failure) {
      setError(sentenceOf(failure));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={confirm} className="flex flex-col gap-4">
      {question.why && <p className="font-medium">{question.why}</p>}
      <p className="text-sm text-muted">
        This needs your password. You will not be asked again for five minutes.
      </p>
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormButtons
        action="Confirm"
        isBusy={isBusy}
        disabled={password === ''}
        onClose={() => question.answer(false)}
      />
    </form>
  );
}
