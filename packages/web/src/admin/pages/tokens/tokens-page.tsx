import { adminHref, type CreatedToken, type PersonalToken, routes } from '@vesper/contract';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Button, RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { AREA_WORDS, scopeWords, TOKEN_AREAS } from './area-words.ts';
import { NewTokenForm } from './new-token-form.tsx';
import { ShownToken } from './shown-token.tsx';

const STATES: Record<PersonalToken['state'], { words: string; tone: Tone }> = {
  active: { words: 'Active', tone: 'good' },
  expired: { words: 'Expired', tone: 'calm' },
  revoked: { words: 'Revoked', tone: 'bad' },
};

const COLUMNS: Column<PersonalToken>[] = [
  {
    header: 'Token',
    cell: ({ name, prefix }) => (
      <>
        <span className="font-semibold wrap-anywhere">{name}</span>
        <p className="text-xs text-muted">
          <code>{prefix}…</code>
        </p>
      </>
    ),
  },
  { header: 'Administrator', cell: ({ administrator }) => administrator, className: 'wrap-anywhere' },
  {
    header: 'Access',
    cell: ({ scopes }) => (
      <ul className="text-xs">
        {scopes.map((scope) => (
          <li key={scope}>{scopeWords(scope)}</li>
        ))}
      </ul>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => <StatusBadge {...STATES[state]}>{STATES[state].words}</StatusBadge>,
  },
  { header: 'Last used', from: 'md', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { header: 'Made', from: 'lg', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Ends', from: 'md', cell: ({ expiresAt, revokedAt }) => <Moment at={revokedAt ?? expiresAt} /> },
];

/** The tokens with which administrators' programs sign in. */
export default function TokensPage() {
  const { data, ...query } = useAdminQuery(routes.tokens.list);
  const [isMaking, setMaking] = useState(false);
  const [created, setCreated] = useState<CreatedToken>();
  const [revoking, setRevoking] = useState<PersonalToken>();
  return (
    <AdminPage
      title="Tokens"
      about={
        <>
          A program sends a token instead of signing in: see{' '}
          <a className="underline" href={adminHref('api')}>
            the API
          </a>
          . What it does stands in the audit log under the name of its administrator.
        </>
      }
      actions={
        <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
          New token
        </Button>
      }
    >
      <ListTable
        rows={data}
        query={query}
        empty="There are no tokens."
        caption="Tokens"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(token) =>
          token.state === 'active' && (
            <RowButton word="Revoke" row={token.name} look="danger" onClick={() => setRevoking(token)} />
          )
        }
      />
      <Areas />
      <Dialog title="New token" isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewTokenForm
          onClose={() => setMaking(false)}
          onCreated={(made) => {
            setMaking(false);
            setCreated(made);
          }}
        />
      </Dialog>
      <Dialog title="Your new token" isOpen={created !== undefined} onClose={() => setCreated(undefined)}>
        {created && <ShownToken created={created} onClose={() => setCreated(undefined)} />}
      </Dialog>
      <RevokeDialog token={revoking} onClose={() => setRevoking(undefined)} />
    </AdminPage>
  );
}

function RevokeDialog({ token, onClose }: { token: PersonalToken | undefined; onClose: () => void }) {
  const { run, isRunning } = useAdminMutation<PersonalToken>({
    run: (client, { id }) => client.tokens.revoke({ id }),
    failure: 'The token could not be revoked.',
    success: (_, { name }) => ({ title: `Revoked ${name}` }),
  });
  return (
    <ConfirmDialog
      isOpen={token !== undefined}
      question={`Revoke the token "${token?.name ?? ''}"?`}
      explanation="Programs that use it lose access at once. This cannot be undone."
      action="Revoke"
      isDestructive
      isBusy={isRunning}
      onConfirm={() => token && void run(token).then(onClose)}
      onClose={onClose}
    />
  );
}

/** Explains the areas that the form offers. */
function Areas() {
  return (
    <Card
      title="Areas"
      about="A token can read an area, or read and change it. Administrators, sessions, tokens, the audit log and everything that asks for the password are for signed-in administrators only."
    >
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {TOKEN_AREAS.map((area) => (
          <div key={area} className="contents">
            <dt className="font-semibold">
              {AREA_WORDS[area].title} <code className="text-xs font-normal text-muted">{area}</code>
            </dt>
            <dd className="text-muted">{AREA_WORDS[area].about}.</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
