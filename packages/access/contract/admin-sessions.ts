import { type AreaCalls, callsInArea } from '@vesper/core/contract';
import { SessionsEnded } from './account.ts';
import { AdminSessions, AdminSessionsQuery, SessionParams, SessionsRevocation } from './administrators.ts';

export const adminSessionsCalls = callsInArea('account', {
  list: {
    route: 'GET /api/admin/sessions',
    summary: "Lists the caller's active sessions; for owners those of all administrators.",
    query: AdminSessionsQuery,
    output: AdminSessions,
  },
  revoke: {
    route: 'DELETE /api/admin/sessions/:id',
    summary: "Ends one of the caller's sessions; owners also others'.",
    asksPassword: "for others'",
    params: SessionParams,
    output: SessionsEnded,
    errors: ['not_found'],
  },
  revokeOthers: {
    route: 'POST /api/admin/sessions/revoke-others',
    summary: "Ends the caller's other sessions; owners also those of everyone else.",
    asksPassword: "for others'",
    body: SessionsRevocation,
    output: SessionsEnded,
  },
} as const satisfies AreaCalls);
