import { type OpenCalls, openCalls, safeText } from '@vesper/core/contract';
import { z } from 'zod';
import { LOGIN_REQUIRED, RECOVERY_CODE_REQUIRED, SECOND_FACTORS, TOTP_CODE_REQUIRED } from './login-words.ts';
import { PasskeyAnswer, PasskeyRequest } from './passkeys.ts';
import { Role } from './role.ts';

/** Maximum lengths in characters. */
const USERNAME_LENGTH = 100;
export const PASSWORD_LENGTH = 500;

export const Login = z.object({ username: loginText(USERNAME_LENGTH), password: loginText(PASSWORD_LENGTH) });

/** `role`: an administrator's. */
export const AdminCheck = z.object({ isAdmin: z.boolean(), role: Role.optional() });

export const LoginAnswer = z.object({
  isAdmin: z.boolean(),
  /** Only while `isAdmin` is false: the password was right, and one of these is needed within five minutes. */
  secondFactor: z.array(z.enum(SECOND_FACTORS)).optional(),
});

export const TotpCode = z.object({
  code: z
    .string(TOTP_CODE_REQUIRED)
    .transform((code) => code.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), TOTP_CODE_REQUIRED),
});

export const Confirmation = z.object({
  password: z
    .string('Please enter your password.')
    .min(1, 'Please enter your password.')
    .max(PASSWORD_LENGTH, `At most ${PASSWORD_LENGTH} characters are allowed here.`),
});

export const Confirmed = z.object({ expiresInMs: z.number().int() });

function loginText(maxLength: number) {
  return z
    .string(LOGIN_REQUIRED)
    .refine((text) => text.trim() !== '', { error: LOGIN_REQUIRED, abort: true })
    .pipe(safeText(maxLength));
}

export const adminCalls = openCalls({
  check: {
    route: 'GET /api/admin/check',
    summary: 'Whether the caller is signed in as an administrator, and in which role.',
    caller: 'sign-in',
    output: AdminCheck,
  },
  login: {
    route: 'POST /api/admin/login',
    summary: 'Signs in as an administrator.',
    caller: 'sign-in',
    body: Login,
    output: LoginAnswer,
    errors: ['unauthorized', 'too_many_requests'],
  },
  loginTotp: {
    route: 'POST /api/admin/login/totp',
    summary: 'Completes a sign-in with a code from the authenticator app.',
    caller: 'sign-in',
    body: TotpCode,
    output: LoginAnswer,
    errors: ['unauthorized', 'conflict', 'gone', 'too_many_requests'],
  },
  loginRecovery: {
    route: 'POST /api/admin/login/recovery',
    summary: 'Completes a sign-in with a recovery code.',
    caller: 'sign-in',
    body: z.object({
      code: z
        .string(RECOVERY_CODE_REQUIRED)
        .max(100, RECOVERY_CODE_REQUIRED)
        .transform((code) => code.toLowerCase().replace(/[^a-z0-9]/g, ''))
        .refine((code) => code.length === 16, RECOVERY_CODE_REQUIRED),
    }),
    output: LoginAnswer,
    errors: ['unauthorized', 'gone', 'too_many_requests'],
  },
  passkeyRequest: {
    route: 'POST /api/admin/login/passkey-request',
    summary: 'Returns the options a browser needs to sign in with a passkey.',
    caller: 'sign-in',
    output: PasskeyRequest,
    errors: ['not_found', 'gone'],
  },
  loginPasskey: {
    route: 'POST /api/admin/login/passkey',
    summary: 'Completes a sign-in with a passkey.',
    caller: 'sign-in',
    body: PasskeyAnswer,
    output: LoginAnswer,
    errors: ['unauthorized', 'gone', 'too_many_requests'],
  },
  logout: {
    route: 'POST /api/admin/logout',
    summary: "Ends the administrator's session.",
    caller: 'sign-in',
    output: AdminCheck,
  },
} as const satisfies OpenCalls);
