import { OWNER, Role } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { revokeTokens } from '../tokens/index.ts';
import { forgiveTries } from './login-limits.ts';
import { hashPassword, randomPassword } from './password-hash.ts';
import {
  type Administrator,
  deleteAdministrator,
  findAdministrator,
  findAdministratorById,
  hasAdministrators,
  insertAdministrator,
  lockAdministrator,
  lockAdministrators,
  lockFirstAdministrator,
  setPassword,
  updateRole,
} from './queries.ts';
import { takeSecondFactors } from './second-factor/second-factor.ts';
import { deleteSessions } from './session-queries.ts';

const NAME = /^[a-z0-9][a-z0-9._@-]{0,63}$/;

export function foldName(name: string): string {
  return name.trim().toLowerCase();
}

/** The end of a sentence; undefined for a valid name. */
export function usernameProblem(name: string): string | undefined {
  if (NAME.test(foldName(name))) return undefined;
  return 'must be 1 to 64 letters (a-z), digits, dots, hyphens, underscores or @, beginning with a letter or digit';
}

export interface FirstAdministrator {
  username: string;
  /** Generated if missing. */
  password: string | undefined;
}

export interface FirstStart {
  now: Date;
  announce: (login: { username: string; password: string }) => void;
  /** In the same transaction. */
  record: (tx: Db, username: string) => Promise<void>;
}

/** Announces a generated password before the commit: after a crash in between another is generated, and none is lost. */
export async function ensureFirstAdministrator(
  db: Db,
  { username, password }: FirstAdministrator,
  { now, announce, record }: FirstStart,
): Promise<void> {
  if (await hasAdministrators(db)) return;
  const chosen = password ?? randomPassword();
  const first = { username: foldName(username), passwordHash: await hashPassword(chosen), now };
  await db.transaction().execute(async (tx) => {
    await lockFirstAdministrator(tx);
    if (await hasAdministrators(tx)) return;
    const isMade = await insertAdministrator(tx, first);
    if (!isMade) return;
    await record(tx, first.username);
    if (password === undefined) announce({ username: first.username, password: chosen });
  });
}

/** Throws bad_request or conflict. */
export async function addAdministrator(
  db: Db,
  name: string,
  now: Date,
  role: Role = OWNER,
): Promise<{ id: string; username: string; password: string }> {
  const problem = usernameProblem(name);
  if (problem) throw new AppError('bad_request', `The name ${problem}.`);
  const login = { username: foldName(name), password: randomPassword() };
  const passwordHash = await hashPassword(login.password);
  const id = await insertAdministrator(db, {
    username: login.username,
    passwordHash,
    now,
    role: tidied(role),
  });
  if (id === undefined)
    throw new AppError('conflict', `An administrator "${login.username}" already exists.`);
  return { id, ...login };
}

export async function administratorNamed(db: Db, name: string): Promise<Administrator> {
  const administrator = await findAdministrator(db, foldName(name));
  if (!administrator) throw new AppError('not_found', `There is no administrator "${foldName(name)}".`);
  return administrator;
}

/** Also ends sessions and revokes tokens. Throws not_found, or conflict if the password changed since `seen`. */
export async function resetAdministrator(
  db: Db,
  id: string,
  { now, seen }: { now: Date; seen?: Date | undefined },
): Promise<{ username: string; password: string; sessionsEnded: number; tokensRevoked: number }> {
  const present = await findAdministratorById(db, id);
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    const { username, password_hash: hash, password_changed_at: changedAt } = await lockForChange(tx, id);
    const isAsSeen = seen === undefined || seen.getTime() === changedAt.getTime();
    if (!isAsSeen || hash !== present?.password_hash)
      throw new AppError(
        'conflict',
        `The password of ${username} was changed or reset by someone else in the meantime, so it was not reset again.`,
      );
    const sessionsEnded = await putPassword(tx, { id, username, passwordHash, now });
    const tokensRevoked = await revokeTokens(tx, now, id);
    return { username, password, sessionsEnded, tokensRevoked };
  });
}

/** For a locked administrator. Ends the sessions except `except`, and returns how many. */
export async function putPassword(
  tx: Db,
  fields: { id: string; username: string; passwordHash: string; now: Date; except?: string | undefined },
): Promise<number> {
  await setPassword(tx, fields);
  await forgiveTries(tx, fields.username);
  // A separate statement sees sessions that began before the lock.
  return deleteSessions(tx, { of: fields.id, except: fields.except });
}

/** Throws not_found. */
export async function resetSecondFactor(
  db: Db,
  id: string,
): Promise<{ username: string; hadOne: boolean; sessionsEnded: number }> {
  return db.transaction().execute(async (tx) => {
    const { username, has_second_factor: hadOne } = await lockForChange(tx, id);
    const sessionsEnded = await takeSecondFactors(tx, id);
    await forgiveTries(tx, username);
    return { username, hadOne, sessionsEnded };
  });
}

/** Never the last owner, nor the caller (`byId`; undefined on the command line). Throws conflict, or as `lockFor`. */
export async function removeAdministrator(
  db: Db,
  id: string,
  byId: string | undefined,
): Promise<{ username: string }> {
  return db.transaction().execute(async (tx) => {
    const { found, isLastOwner } = await lockFor(tx, id, byId);
    if (id === byId) throw new AppError('conflict', 'You cannot remove yourself. Ask another owner.');
    if (isLastOwner) throw new AppError('conflict', 'The last owner cannot be removed.');
    await deleteAdministrator(tx, id);
    await forgiveTries(tx, found.username);
    return { username: found.username };
  });
}

/** Owners stay owners by their own hand, so one always remains. Throws conflict, or as `lockFor`. */
export async function changeRole(
  db: Db,
  id: string,
  { role, byId }: { role: Role; byId: string },
): Promise<{ username: string; before: Role; after: Role }> {
  return db.transaction().execute(async (tx) => {
    const { found } = await lockFor(tx, id, byId);
    if (id === byId && !role.isOwner)
      throw new AppError('conflict', 'You cannot change your own role. Ask another owner.');
    const after = tidied(role);
    await updateRole(tx, id, after);
    return { username: found.username, before: viewOf(Role, found), after };
  });
}

function tidied({ isOwner, scopes, opensPapers }: Role): Role {
  return { isOwner, scopes: isOwner ? [] : [...new Set(scopes)], opensPapers };
}

/**
 * Locks all administrators: of two owners who remove or demote each other, the second is refused. Throws not_found;
 * unauthorized or forbidden if the caller has just been removed or demoted.
 */
async function lockFor(
  tx: Db,
  id: string,
  byId: string | undefined,
): Promise<{ found: Administrator; isLastOwner: boolean }> {
  const all = await lockAdministrators(tx);
  const by = all.find((one) => one.id === byId);
  if (byId !== undefined && !by) throw new AppError('unauthorized', 'Your account has just been removed.');
  if (by && !by.is_owner) throw new AppError('forbidden', 'You are no longer an owner.');
  const found = all.find((one) => one.id === id);
  if (!found) throw new AppError('not_found', 'This administrator does not exist.');
  return { found, isLastOwner: found.is_owner && all.filter((one) => one.is_owner).length === 1 };
}

async function lockForChange(tx: Db, id: string): Promise<Administrator> {
  const administrator = await lockAdministrator(tx, id);
  if (!administrator) throw new AppError('not_found', 'This administrator does not exist.');
  return administrator;
}
