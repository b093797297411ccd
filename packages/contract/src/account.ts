import { z } from 'zod';
import { Confirmation, PASSWORD_LENGTH } from './admin.ts';
import { LEAST_PASSWORD_LENGTH, PASSWORD_TOO_SHORT } from './login-words.ts';

const instant = z.iso.datetime();

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** The host name it is good for. */
  host: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** The administrator who asks. */
export const Account = z.object({
  id: z.string(),
  username: z.string(),
  createdAt: instant,
  passwordChangedAt: instant,
  /** Since when an authenticator app is wanted at the login. */
  totpSince: instant.nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
});
export type Account = z.infer<typeof Account>;

/** The present password and the next one. */
export const PasswordChange = Confirmation.extend({
  newPassword: z
    .string(PASSWORD_TOO_SHORT)
    .max(PASSWORD_LENGTH, `At most ${PASSWORD_LENGTH} characters are allowed here.`),
}).refine(({ newPassword }) => newPassword.length >= LEAST_PASSWORD_LENGTH, PASSWORD_TOO_SHORT);

/** How many other sessions of the administrator have ended with the change. */
export const SessionsEnded = z.object({ sessionsEnded: z.number().int() });
export type SessionsEnded = z.infer<typeof SessionsEnded>;

/** For the authenticator app: shown until it has shown a code. */
export const TotpOffer = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://totp/...`, for the QR code. */
  uri: z.string(),
});
export type TotpOffer = z.infer<typeof TotpOffer>;

/** The codes, which are never shown again: ten with the first second factor, none with a further one. */
export const FactorAdded = SessionsEnded.extend({ recoveryCodes: z.array(z.string()) });
export type FactorAdded = z.infer<typeof FactorAdded>;

export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

export const PasskeyParams = z.object({ id: z.string().max(100) });
