import { type AreaCalls, callsInArea, instant, oneOf, safeText, wholeNumber } from '@vesper/core/contract';
import { z } from 'zod';
import { NewRole, Role } from './role.ts';

export const Administrator = Role.extend({
  id: z.string(),
  username: z.string(),
  createdAt: instant,
  passwordChangedAt: instant,
  sessions: z.number().int(),
  /** In any of these sessions; null without one. */
  lastSeenAt: instant.nullable(),
  hasSecondFactor: z.boolean(),
  isYou: z.boolean(),
});
export type Administrator = z.infer<typeof Administrator>;

export const MadeLogin = z.object({ username: z.string(), password: z.string() });

export const AdministratorParams = z.object({ id: z.string().max(100) });

export const AdminSession = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: instant,
  /** Up to a minute late. */
  lastSeenAt: instant,
  expiresAt: instant,
  /** The first part of the address: the network, not the person. */
  network: z.string(),
  browser: z.string(),
  isYours: z.boolean(),
  isThis: z.boolean(),
});
export type AdminSession = z.infer<typeof AdminSession>;

export const WHOSE_SESSIONS = ['yours', 'everyone'] as const;
const whose = oneOf('whose', WHOSE_SESSIONS);

export const AdminSessionsQuery = z.object({
  whose: whose.default('everyone'),
  before: z.string().max(100).optional(),
  limit: wholeNumber('limit', 1, 100, 50),
});

export const AdminSessions = z.object({
  sessions: z.array(AdminSession),
  nextBefore: z.string().nullable(),
});
export type AdminSessions = z.infer<typeof AdminSessions>;

export const SessionParams = z.object({ id: z.string().max(100) });

export const SessionsRevocation = z.object({ whose });

export const administratorsCalls = callsInArea('owners', {
  list: {
    route: 'GET /api/admin/administrators',
    summary: 'Lists the administrators.',
    output: z.array(Administrator),
  },
  add: {
    route: 'POST /api/admin/administrators',
    summary: 'Adds an administrator with a random password, which is shown only once.',
    asksPassword: true,
    body: z.object({ username: safeText(100), role: NewRole }),
    output: MadeLogin,
    errors: ['conflict'],
  },
  changeRole: {
    route: 'POST /api/admin/administrators/:id/role',
    summary: "Changes an administrator's role, from their next request on.",
    asksPassword: true,
    params: AdministratorParams,
    body: z.object({ role: NewRole }),
    output: Role,
    errors: ['not_found', 'conflict'],
  },
  resetPassword: {
    route: 'POST /api/admin/administrators/:id/reset-password',
    summary: 'Gives an administrator a random password, shown only once, and ends their sessions and tokens.',
    asksPassword: true,
    params: AdministratorParams,
    /** If given, a password changed after that time is not reset. */
    body: z.object({ seenPasswordChangedAt: instant.optional() }),
    output: MadeLogin.extend({
      sessionsEnded: z.number().int(),
      tokensRevoked: z.number().int(),
    }),
    errors: ['not_found', 'conflict'],
  },
  remove: {
    route: 'DELETE /api/admin/administrators/:id',
    summary: 'Removes an administrator, with their sessions and tokens.',
    asksPassword: true,
    params: AdministratorParams,
    output: z.object({ username: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
