import { LOGIN_REFUSED, LOGIN_REQUIRED, type SecondFactor } from '@vesper/contract';
import { type FormEvent, useState } from 'react';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form.tsx';

export const LOGIN_FAILED = 'Login Failed';
export const LOGIN_SUCCESSFUL = { title: 'Login successful' };

interface PasswordStepProps {
  /** The login is complete; the page is about to change. */
  isDone: boolean;
  onDone: () => void;
  /** The password was right; one of these is needed too. */
  onSecondFactor: (wanted: readonly SecondFactor[]) => void;
}

export function PasswordStep({ isDone, onDone, onSecondFactor }: PasswordStepProps) {
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
