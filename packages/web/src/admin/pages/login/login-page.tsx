import { useQueryClient } from '@tanstack/react-query';
import { adminHref, LOGIN_REFUSED, LOGIN_REQUIRED } from '@vesper/contract';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { CHECK_KEY } from '../../data/session.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** Between success and the dashboard (specification, section 2). */
const REDIRECT_MS = 250;

export default function LoginPage() {
  const cache = useQueryClient();
  const [fields, setFields] = useState({ username: '', password: '' });
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAdminMutation({
    run: (client, input: typeof fields) => client.admin.login(input),
    failure: LOGIN_REFUSED,
    failureTitle: 'Login Failed',
    success: () => ({ title: 'Login successful' }),
    onDone: (check) => {
      cache.setQueryData(CHECK_KEY, check);
      setTimeout(() => navigate(adminHref('dashboard')), REDIRECT_MS);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isComplete = fields.username.trim() !== '' && fields.password.trim() !== '';
    setProblem(isComplete ? undefined : LOGIN_REQUIRED);
    if (isComplete) void run(fields);
  };
  return (
    <main id="main" className="grid flex-1 place-items-center px-4 py-12">
      <form
        noValidate
        onSubmit={submit}
        className="flex w-full max-w-sm flex-col gap-4 rounded-2xl border border-line bg-panel p-6"
      >
        <h1 className="flex items-center gap-2 text-xl font-bold">
          <LockKeyhole aria-hidden className="size-5 text-muted" />
          Admin Login
        </h1>
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={fields.username}
          onChange={(event) => setFields({ ...fields, username: event.target.value })}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          value={fields.password}
          onChange={(event) => setFields({ ...fields, password: event.target.value })}
        />
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {problem}
          </p>
        )}
        <Button type="submit" look="primary" isBusy={isRunning}>
          Log in
        </Button>
      </form>
    </main>
  );
}
