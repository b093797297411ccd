import { type AdminSession, routes } from '@vesper/contract';
import { useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { useRole } from '@vesper/web/admin/data/query-client.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';

type Whose = 'everyone' | 'yours';

const COLUMNS: Column<AdminSession>[] = [
  {
    header: 'Who',
    cell: ({ username, isThis }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-medium">
        {username}
        {isThis && <StatusBadge tone="good">This one</StatusBadge>}
      </span>
    ),
  },
  { header: 'Browser', cell: ({ browser }) => browser },
  { header: 'Network', from: 'md', cell: ({ network }) => <code className="text-xs">{network}</code> },
  { header: 'Last seen', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
  { header: 'Since', from: 'lg', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

export function SessionsCard() {
  const { isOwner } = useRole();
  const [whose, setWhose] = useState<Whose>(isOwner ? 'everyone' : 'yours');
  const list = useNamedRows(routes.adminSessions.list, { whose }, 'sessions');
  return (
    <Card
      title="Sessions"
      icon={MonitorSmartphone}
      about="A session ends after half an hour without use, and twelve hours after sign-in."
      actions={<RevokeOthers whose={whose} />}
    >
      {isOwner && (
        <div className="mb-4 max-w-xs">
          <SelectField
            label="Whose sessions"
            value={whose}
            onChange={({ target }) => setWhose(target.value as Whose)}
            of={{ everyone: 'Everyone’s', yours: 'Yours' }}
          />
        </div>
      )}
      <ListTable
        list={list}
        empty="Nobody is signed in."
        caption="Sessions"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ username, browser }) => `${username}, ${browser}`}
        actions={({ id, isThis, username, browser }) =>
          !isThis && (
            <ActButton
              word="End"
              row={`the session of ${username}, ${browser}`}
              run={(client) => client.adminSessions.revoke({ id })}
              failure="Failed to end the session"
              success={() => 'The session has ended'}
            />
          )
        }
      />
    </Card>
  );
}

const QUESTIONS = {
  everyone: {
    question: 'End all sessions except this one?',
    explanation: 'Every administrator must sign in again, and so must you in your other browsers.',
  },
  yours: {
    question: 'End your other sessions?',
    explanation: 'You stay signed in here and must sign in again in your other browsers.',
  },
} as const;

function RevokeOthers({ whose }: { whose: Whose }) {
  return (
    <ActButton
      word="End all others"
      ask={{ ...QUESTIONS[whose], action: 'End them' }}
      run={(client) => client.adminSessions.revokeOthers({ whose })}
      failure="Failed to end the sessions"
      success={({ sessionsEnded }) =>
        sessionsEnded === 1 ? 'One session has ended' : `${sessionsEnded} sessions have ended`
      }
    />
  );
}
