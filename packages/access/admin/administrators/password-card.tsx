import { LEAST_PASSWORD_LENGTH, PASSWORD_TOO_SHORT, routes } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';

export function PasswordCard() {
  const { data: account } = useAdminQuery(routes.account.get);
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();
  const { run, isRunning } = useAdminMutation({
    run: (client, input: { password: string; newPassword: string }) => client.account.changePassword(input),
    failure: 'Failed to change the password',
    success: () => ({ title: 'Password changed', description: 'Your other sessions have ended.' }),
    onDone: () => form.current?.reset(),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const [password = '', newPassword = '', repeated = ''] = ['password', 'newPassword', 'repeated'].map(
      (name) => String(fields.get(name)),
    );
    const found = problemOf({ newPassword, repeated });
    setProblem(found);
    if (!found) void run({ password, newPassword });
  };
  return (
    <Card title="Your password" icon={LockKeyhole} about="Changing it ends your other sessions.">
      <form ref={form} onSubmit={submit} className="flex max-w-sm flex-col gap-4">
        {/* Tells a password manager whose password changes. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={account?.username ?? ''}
          readOnly
          hidden
        />
        <TextField
          label="Current password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          hint={`At least ${LEAST_PASSWORD_LENGTH} characters.`}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          error={problem}
        />
        <TextField
          label="Repeat the new password"
          name="repeated"
          type="password"
          autoComplete="new-password"
          required
        />
        <div>
          <Button type="submit" isBusy={isRunning}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  );
}

function problemOf({ newPassword, repeated }: { newPassword: string; repeated: string }): string | undefined {
  if (newPassword.length < LEAST_PASSWORD_LENGTH) return PASSWORD_TOO_SHORT;
  if (newPassword !== repeated) return 'The new passwords do not match.';
  return undefined;
}
