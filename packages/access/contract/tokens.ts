import { type AreaCalls, callsInArea, IdParams, instant, shownText } from '@vesper/core/contract';
import { z } from 'zod';
import { Scope } from './role.ts';

export const LONGEST_TOKEN_DAYS = 365;

export const PersonalToken = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(Scope),
  administrator: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
});
export type PersonalToken = z.output<typeof PersonalToken>;

const DAYS = `A token lasts from 1 to ${LONGEST_TOKEN_DAYS} days.`;

const TOKEN_NAME = 'Please give the token a name.';

export const NewToken = z.object({
  name: z.string(TOKEN_NAME).pipe(shownText(100).trim().min(1, TOKEN_NAME)),
  scopes: z
    .array(Scope, { error: 'Please choose what the token may access.' })
    .min(1, 'Please choose what the token may access.')
    .max(100, 'Please name each scope once.'),
  expiresInDays: z.int(DAYS).min(1, DAYS).max(LONGEST_TOKEN_DAYS, DAYS),
});
export type NewToken = z.output<typeof NewToken>;

export const CreatedToken = z.object({ token: z.string(), details: PersonalToken });
export type CreatedToken = z.output<typeof CreatedToken>;

export const tokensCalls = callsInArea('account', {
  list: {
    route: 'GET /api/admin/tokens',
    summary: "Lists the caller's personal tokens, newest first; for owners those of all administrators.",
    output: z.array(PersonalToken),
  },
  create: {
    route: 'POST /api/admin/tokens',
    summary: "Creates a personal token within the caller's role. It is shown only once.",
    asksPassword: true,
    body: NewToken,
    output: CreatedToken,
    errors: ['conflict'],
  },
  revoke: {
    route: 'POST /api/admin/tokens/:id/revoke',
    summary: "Revokes one of the caller's tokens at once; owners also others'.",
    undo: 'tokens.create',
    params: IdParams,
    output: PersonalToken,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
