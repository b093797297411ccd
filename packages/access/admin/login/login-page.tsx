import { useQueryClient } from '@tanstack/react-query';
import { adminHref, LOGIN_REFUSED, LOGIN_REQUIRED, type SecondFactor } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { CHECK_KEY } from '@vesper/web/admin/data/query-client.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { LOGIN_FAILED, LOGIN_SUCCESSFUL, SecondStep } from './second-step.tsx';

const REDIRECT_MS = 250;

export default function LoginPage() {
  const cache = useQueryClient();
  const [wanted, setWanted] = useState<readonly SecondFactor[]>();
  const [isDone, setDone] = useState(false);
  const finish = () => {
    setDone(true);
    cache.setQueryData(CHECK_KEY, { isAdmin: true });
    setTimeout(() => navigate(adminHref('dashboard')), REDIRECT_MS);
  };
  return (
    <main id="main" className="grid flex-1 place-items-center px-4 py-12">
      <div className="flex w-full max-w-sm flex-col gap-4 rounded-2xl border border-line bg-panel p-6">
        <h1 className="flex items-center gap-2 text-xl font-bold">
          <LockKeyhole aria-hidden className="size-5 text-muted" />
          {wanted ? 'Second step' : 'Admin Login'}
        </h1>
        {wanted ? (
          <SecondStep {...{ wanted, isDone, onDone: finish }} onStartAgain={() => setWanted(undefined)} />
        ) : (
          <PasswordStep {...{ isDone, onDone: finish, onSecondFactor: setWanted }} />
        )}
      </div>
    </main>
  );
}

interface PasswordStepProps {
  /** Signed in; the page is about to change. */
  isDone: boolean;
  onDone: () => void;
  /** One of these is needed besides the password. */
  onSecondFactor: (wanted: readonly SecondFactor[]) => void;
}

function PasswordStep({ isDone, onDone, onSecondFactor }: PasswordStepProps) {
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAdminMutation({
    run: (client, input: { username: string; password: string }) => client.admin.login(input),
    failure: LOGIN_REFUSED,
    failureTitle: LOGIN_FAILED,
    success: ({ isAdmin }) => (isAdmin ? LOGIN_SUCCESSFUL : undefined),
    onDone: ({ isAdmin, secondFactor }) => (isAdmin ? onDone() : onSecondFactor(secondFactor ?? [])),
  });
  // Read from the fields on submit: some password managers fill them without events.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [username, password] = [String(fields.get('username')), String(fields.get('password'))];
    const isComplete = username.trim() !== '' && password.trim() !== '';
    setProblem(isComplete ? undefined : LOGIN_REQUIRED);
    if (isComplete && !isDone) void run({ username, password });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField label="Password" name="password" type="password" autoComplete="current-password" />
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" isBusy={isRunning || isDone}>
        Log in
      </Button>
    </form>
  );
}
