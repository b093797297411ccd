import { type AreaCalls, callsInArea } from '@vesper/core/contract';
import { SessionsEnded } from './account.ts';
import { AdminSessions, AdminSessionsQuery, SessionParams, SessionsRevocation } from './administrators.ts';

export const adminSessionsCalls = callsInArea('account', {
  list: {
    route: 'GET /api/admin/sessions',
    summary: 'Lists the active sessions.',
    query: AdminSessionsQuery,
    output: AdminSessions,
  },
  revoke: {
    route: 'DELETE /api/admin/sessions/:id',
    summary: 'Ends a session.',
    asksPassword: "for others'",
    params: SessionParams,
    output: SessionsEnded,
    errors: ['not_found'],
  },
  revokeOthers: {
    route: 'POST /api/admin/sessions/revoke-others',
    summary: "Ends all sessions except the caller's.",
    asksPassword: "for others'",
    body: SessionsRevocation,
    output: SessionsEnded,
  },
} as const satisfies AreaCalls);
