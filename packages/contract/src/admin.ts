import { z } from 'zod';
import { safeText } from './text.ts';

export const LOGIN_REQUIRED = 'Please enter username and password';
export const LOGIN_REFUSED = 'Invalid username or password';

/** Longest texts of a login, in characters; the specification sets none. */
const USERNAME_LENGTH = 100;
export const PASSWORD_LENGTH = 500;

export const Login = z.object({ username: loginText(USERNAME_LENGTH), password: loginText(PASSWORD_LENGTH) });

export const AdminCheck = z.object({ isAdmin: z.boolean() });
export type AdminCheck = z.infer<typeof AdminCheck>;

function loginText(maxLength: number) {
  return z
    .string(LOGIN_REQUIRED)
    .refine((text) => text.trim() !== '', { error: LOGIN_REQUIRED, abort: true })
    .pipe(safeText(maxLength));
}
