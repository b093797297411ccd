import { type AreaCalls, callsInArea, instant } from '@vesper/core/contract';
import { z } from 'zod';
import { Confirmation, Confirmed, PASSWORD_LENGTH, TotpCode } from './admin.ts';
import { LEAST_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from './login-words.ts';
import { NewPasskey, PasskeyOffer } from './passkeys.ts';

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const Account = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: instant,
  passwordChangedAt: instant,
  /** When the authenticator app was set up. */
  totpSince: instant.nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
});
export type Account = z.infer<typeof Account>;

export const SessionsEnded = z.object({ sessionsEnded: z.number().int() });
export type SessionsEnded = z.infer<typeof SessionsEnded>;

export const TotpOffer = z.object({
  secret: z.string(),
  /** `otpauth://totp/...`, for the QR code. */
  uri: z.string(),
});
export type TotpOffer = z.infer<typeof TotpOffer>;

/** The codes, shown only once: ten with the first second factor, none with further ones. */
export const FactorAdded = SessionsEnded.extend({ recoveryCodes: z.array(z.string()) });
export type FactorAdded = z.infer<typeof FactorAdded>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const accountCalls = callsInArea('account', {
  get: {
    route: 'GET /api/admin/account',
    summary: "The administrator's own account.",
    output: Account,
  },
  confirm: {
    route: 'POST /api/admin/confirm',
    summary: 'Confirms the password for the next few minutes.',
    undo: 'nothing lost',
    body: Confirmation,
    output: Confirmed,
    errors: ['conflict', 'too_many_requests'],
  },
  changePassword: {
    route: 'POST /api/admin/account/password',
    summary: "Changes the caller's password and ends the caller's other sessions.",
    undo: 'itself',
    body: Confirmation.extend({
      newPassword: z
        .string(PASSWORD_TOO_SHORT)
        .max(PASSWORD_LENGTH, `At most ${PASSWORD_LENGTH} characters are allowed here.`),
    }).refine(({ newPassword }) => newPassword.length >= LEAST_PASSWORD_LENGTH, PASSWORD_TOO_SHORT),
    output: SessionsEnded,
    errors: ['conflict', 'too_many_requests'],
  },
  offerTotp: {
    route: 'POST /api/admin/account/totp',
    summary: 'Returns a secret to set up an authenticator app.',
    asksPassword: true,
    output: TotpOffer,
    errors: ['conflict'],
  },
  enableTotp: {
    route: 'POST /api/admin/account/totp/enable',
    summary: 'Turns on an authenticator app, given its current code.',
    undo: 'account.removeTotp',
    body: TotpCode,
    output: FactorAdded,
    errors: ['conflict'],
  },
  removeTotp: {
    route: 'DELETE /api/admin/account/totp',
    summary: 'Removes the authenticator app.',
    asksPassword: true,
    output: SessionsEnded,
    errors: ['not_found'],
  },
  offerPasskey: {
    route: 'POST /api/admin/account/passkeys/offer',
    summary: 'Returns the options a browser needs to create a passkey.',
    asksPassword: true,
    output: PasskeyOffer,
    errors: ['bad_request', 'conflict'],
  },
  addPasskey: {
    route: 'POST /api/admin/account/passkeys',
    summary: 'Adds a passkey created by the browser.',
    undo: 'account.removePasskey',
    body: NewPasskey,
    output: FactorAdded,
    errors: ['conflict'],
  },
  removePasskey: {
    route: 'DELETE /api/admin/account/passkeys/:id',
    summary: 'Removes a passkey.',
    asksPassword: true,
    params: z.object({ id: z.string().max(100) }),
    output: SessionsEnded,
    errors: ['not_found'],
  },
  renewRecoveryCodes: {
    route: 'POST /api/admin/account/recovery-codes',
    summary: 'Generates new recovery codes; the old ones stop working.',
    asksPassword: true,
    output: RecoveryCodes,
    errors: ['conflict'],
  },
} as const satisfies AreaCalls);
