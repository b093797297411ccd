import { type Administrator, LEAST_PASSWORD_LENGTH, PASSWORD_TOO_SHORT, routes } from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useRole } from '@vesper/web/admin/data/query-client.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { LockKeyhole, UserPlus, Users } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { draftOf, NEW_ROLE, RoleCell, RoleFields, roleOf } from './role-fields.tsx';
import { FactorBadge, SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { ShownOnce } from './shown-once.tsx';

export default function AdministratorsPage() {
  const { isOwner } = useRole();
  return (
    <AdminPage
      title="Administrators"
      about={
        isOwner
          ? 'Who can use the back office, where they are signed in, and how you sign in.'
          : 'Where you are signed in, and how you sign in. Owners manage the other administrators.'
      }
    >
      {isOwner && <AdministratorsCard />}
      <SessionsCard />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <SecondFactorCard />
        <PasswordCard />
      </div>
    </AdminPage>
  );
}

const COLUMNS: Column<Administrator>[] = [
  {
    header: 'Name',
    cell: ({ username, isYou }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium">
        {username}
        {isYou && <StatusBadge tone="calm">You</StatusBadge>}
      </span>
    ),
  },
  { header: 'Role', cell: RoleCell },
  { header: 'Second factor', cell: ({ hasSecondFactor }) => <FactorBadge isOn={hasSecondFactor} /> },
  { header: 'Sessions', align: 'right', cell: ({ sessions }) => sessions },
  { header: 'Last seen', from: 'md', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} none="not now" /> },
  { header: 'Since', from: 'lg', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

interface Login {
  username: string;
  password: string;
}

function AdministratorsCard() {
  const list = useAdminQuery(routes.administrators.list);
  const [login, setLogin] = useState<Login>();
  return (
    <Card title="Administrators" icon={Users} actions={<AddButton onAdded={setLogin} />}>
      <ListTable
        list={list}
        empty="There are no administrators."
        caption="Administrators"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ username }) => username}
        actions={(row) => (
          <>
            <RoleButton administrator={row} />
            {!row.isYou && <ResetButton administrator={row} onReset={setLogin} />}
            {!row.isYou && <RemoveButton administrator={row} />}
          </>
        )}
      />
      <ShownOnce
        title={`Password of ${login?.username}`}
        lines={login && [login.password]}
        about="It is shown only once. Pass it on securely; the administrator can change it on this page after signing in."
        onClose={() => setLogin(undefined)}
      />
    </Card>
  );
}

function AddButton({ onAdded }: { onAdded: (login: Login) => void }) {
  return (
    <FormAct
      word="Add administrator"
      icon={UserPlus}
      title="New administrator"
      action="Add"
      draft={{ username: '', ...NEW_ROLE }}
      isReady={({ username }) => username.trim() !== ''}
      run={(client, { username, ...role }) => client.administrators.add({ username, role: roleOf(role) })}
      failure="Failed to add the administrator"
      onDone={onAdded}
    >
      {(field, form) => (
        <>
          <TextField
            label="Name"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            {...field('username')}
          />
          <RoleFields {...form} />
        </>
      )}
    </FormAct>
  );
}

function RoleButton({ administrator }: { administrator: Administrator }) {
  const { id, username, isYou } = administrator;
  return (
    <FormAct
      word="Role"
      row={username}
      title={`Role of ${username}`}
      action="Save"
      draft={draftOf(administrator)}
      run={(client, draft) => client.administrators.changeRole({ id, role: roleOf(draft) })}
      failure="Failed to change the role"
      success={`Changed the role of ${username}`}
    >
      {(_field, form) => <RoleFields {...form} isOwn={isYou} />}
    </FormAct>
  );
}

interface ResetButtonProps {
  administrator: Administrator;
  onReset: (login: Login) => void;
}

function ResetButton({ administrator: { id, username, passwordChangedAt }, onReset }: ResetButtonProps) {
  return (
    <ActButton
      word="New password"
      row={username}
      ask={{
        question: `Give ${username} a new password?`,
        explanation:
          'The current password stops working, all their sessions end and their tokens are revoked. Their second factor stays.',
        isDestructive: false,
      }}
      run={(client) => client.administrators.resetPassword({ id, seenPasswordChangedAt: passwordChangedAt })}
      failure="Failed to reset the password"
      onDone={onReset}
    />
  );
}

function RemoveButton({ administrator: { id, username } }: { administrator: Administrator }) {
  return (
    <ActButton
      word="Remove"
      row={username}
      look="danger"
      ask={{
        question: `Remove ${username}?`,
        explanation:
          'They are signed out at once and cannot sign in again. The audit log keeps their actions.',
      }}
      run={(client) => client.administrators.remove({ id })}
      failure="Failed to remove the administrator"
      success={(removed) => `${removed.username} was removed`}
    />
  );
}

function PasswordCard() {
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
