import { adminHref, type CreatedToken, type PersonalToken, routes, SCOPED_AREAS } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, Moment, NameCell, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { useState } from 'react';
import { ShownOnce } from '../administrators/shown-once.tsx';
import { AREA_WORDS, ScopeList } from '../areas/area-fields.tsx';
import { NewToken } from './new-token.tsx';

const STATES: Record<PersonalToken['state'], BadgeWord> = {
  active: { word: 'Active', tone: 'good' },
  expired: { word: 'Expired', tone: 'calm' },
  revoked: { word: 'Revoked', tone: 'bad' },
};

const COLUMNS: Column<PersonalToken>[] = [
  {
    header: 'Token',
    cell: ({ name, prefix }) => (
      <NameCell name={name}>
        <code>{prefix}…</code>
      </NameCell>
    ),
  },
  { header: 'Administrator', cell: ({ administrator }) => administrator, className: 'wrap-anywhere' },
  {
    header: 'Access',
    cell: ({ scopes }) => <ScopeList scopes={scopes} />,
  },
  {
    header: 'State',
    cell: ({ state }) => <WordBadge {...STATES[state]} />,
  },
  { header: 'Last used', from: 'md', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
  { header: 'Created', from: 'lg', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Ends', from: 'md', cell: ({ expiresAt, revokedAt }) => <Moment at={revokedAt ?? expiresAt} /> },
];

export default function TokensPage() {
  const list = useAdminQuery(routes.tokens.list);
  const [created, setCreated] = useState<CreatedToken>();
  return (
    <AdminPage
      title="Tokens"
      about={
        <>
          A program sends a token instead of signing in: see <a href={adminHref('api')}>the API</a>. Its
          actions are logged under its administrator's name.
        </>
      }
      actions={<NewToken onCreated={setCreated} />}
    >
      <ListTable
        list={list}
        empty="There are no tokens."
        caption="Tokens"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={(token) => token.state === 'active' && <Revoke token={token} />}
      />
      <Areas />
      <ShownOnce
        title="Your new token"
        lines={created && [created.token]}
        about="Store it where your program keeps its secrets. It is shown only once; if you lose it, create another."
        onClose={() => setCreated(undefined)}
      />
    </AdminPage>
  );
}

function Revoke({ token: { id, name } }: { token: PersonalToken }) {
  return (
    <ActButton
      word="Revoke"
      row={name}
      look="danger"
      ask={{
        question: `Revoke the token "${name}"?`,
        explanation: 'Programs that use it lose access at once. This cannot be undone.',
      }}
      run={(client) => client.tokens.revoke({ id })}
      failure="The token could not be revoked."
      success={() => `Revoked ${name}`}
    />
  );
}

function Areas() {
  return (
    <Card
      title="Areas"
      about="A token can read an area, or read and change it, as far as its administrator's role does. Administrators, sessions, tokens, the audit log and everything that requires the password are only for signed-in administrators."
    >
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
        {SCOPED_AREAS.map((area) => (
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
