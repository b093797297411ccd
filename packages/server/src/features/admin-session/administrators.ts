import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { hashOfName } from './login-limits.ts';
import { hashPassword, randomPassword } from './password-hash.ts';
import {
  deleteTries,
  hasAdministrators,
  insertAdministrator,
  lockFirstAdministrator,
  updatePassword,
} from './queries.ts';

const NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

/** The one spelling of a name. */
export function foldName(name: string): string {
  return name.trim().toLowerCase();
}

/** What is wrong with a new administrator's name, as the end of a sentence; undefined if nothing is. */
export function usernameProblem(name: string): string | undefined {
  if (NAME.test(foldName(name))) return undefined;
  return 'must be 1 to 64 letters (a-z), digits, dots, hyphens, underscores or @, beginning with a letter or digit';
}

export interface FirstAdministrator {
  username: string;
  /** Without one a random password is made. */
  password: string | undefined;
}

/**
 * Makes the administrator of a new site, unless there is any; of several processes at once, one does. `announce`
 * gets a password that was made up here: just before it is kept, since a password that was told and lost is told
 * anew by the next start, while one that was kept and not told would be nobody's.
 */
export async function ensureFirstAdministrator(
  db: Db,
  { username, password }: FirstAdministrator,
  { now, announce }: { now: Date; announce: (login: { username: string; password: string }) => void },
): Promise<void> {
  if (await hasAdministrators(db)) return;
  const chosen = password ?? randomPassword();
  const first = { username: foldName(username), passwordHash: await hashPassword(chosen), now };
  await db.transaction().execute(async (tx) => {
    await lockFirstAdministrator(tx);
    if (await hasAdministrators(tx)) return;
    const isMade = await insertAdministrator(tx, first);
    if (isMade && password === undefined) announce({ username: first.username, password: chosen });
  });
}

/** Adds an administrator with a random password, which is returned. Throws bad_request or conflict. */
export async function addAdministrator(
  db: Db,
  name: string,
  now: Date,
): Promise<{ username: string; password: string }> {
  const problem = usernameProblem(name);
  if (problem) throw new AppError('bad_request', `The name ${problem}.`);
  const login = { username: foldName(name), password: randomPassword() };
  const passwordHash = await hashPassword(login.password);
  if (!(await insertAdministrator(db, { username: login.username, passwordHash, now })))
    throw new AppError('conflict', `There is an administrator "${login.username}" already.`);
  return login;
}

/** Gives an administrator a random password and ends the sessions. Throws not_found. */
export async function resetAdministrator(
  db: Db,
  name: string,
  now: Date,
): Promise<{ username: string; password: string; sessionsEnded: number }> {
  const login = { username: foldName(name), password: randomPassword() };
  const passwordHash = await hashPassword(login.password);
  const done = await updatePassword(db, { username: login.username, passwordHash, now });
  if (!done) throw new AppError('not_found', `There is no administrator "${login.username}".`);
  await deleteTries(db, hashOfName(login.username));
  return { ...login, ...done };
}
