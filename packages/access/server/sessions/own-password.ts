import type { Actor, CallContext } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type AdminSessions, type Begun, CONFIRMED_MS } from './admin-session.ts';
import { foldName, putPassword } from './administrators.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { type Administrator, findAdministratorById, lockAdministrator } from './queries.ts';
import { renewSession } from './session-queries.ts';
import { hashOfToken, newToken } from './session-token.ts';

interface PasswordChanging {
  actor: Actor;
  visitor: CallContext['visitor'];
  password: string;
  newPassword: string;
}

/** Ends the caller's other sessions and returns how many. Throws bad_request, forbidden, conflict or too_many_requests. */
export async function changePassword(sessions: AdminSessions, changing: PasswordChanging): Promise<number> {
  const { db, clock } = sessions;
  const { actor, visitor, password, newPassword } = changing;
  refuseWeak(newPassword, changing);
  const checked = await requirePassword(sessions, { actor, visitor, password });
  const passwordHash = await hashPassword(newPassword);
  return db.transaction().execute(async (tx) => {
    const present = await lockAdministrator(tx, checked.id);
    if (present?.password_hash !== checked.password_hash)
      throw new AppError('conflict', 'The password has just been changed by someone else.');
    const { id, username } = checked;
    return putPassword(tx, { id, username, passwordHash, now: clock.now(), except: actor.sessionId });
  });
}

function refuseWeak(next: string, { actor, password }: PasswordChanging): void {
  if (next === password)
    throw new AppError('bad_request', 'The new password is the current one. Please choose another.');
  if (foldName(next) === actor.username)
    throw new AppError('bad_request', 'The new password must not be your username.');
  if (new Set(next).size < 4)
    throw new AppError('bad_request', 'The new password must have at least four different characters.');
}

/** Requests sent before the token changed may still arrive. */
const FORMER_TOKEN_MS = 10_000;

interface Confirming {
  actor: Actor;
  token: string | undefined;
  visitor: CallContext['visitor'];
  password: string;
}

/** Issues a new token, so that a copied one is not confirmed. Throws forbidden, conflict or too_many_requests. */
export async function confirmSession(
  sessions: AdminSessions,
  { actor, token, visitor, password }: Confirming,
): Promise<Begun & { confirmedForMs: number }> {
  await requirePassword(sessions, { actor, visitor, password });
  const now = sessions.clock.now();
  const next = newToken();
  const formerTokenHash = hashOfToken(token);
  const renewed =
    formerTokenHash &&
    (await renewSession(sessions.db, {
      id: actor.sessionId ?? '',
      formerTokenHash,
      tokenHash: next.tokenHash,
      now,
      formerUntil: new Date(now.getTime() + FORMER_TOKEN_MS),
    }));
  if (!renewed) throw new AppError('conflict', 'Your session has just been renewed. Please try again.');
  return {
    token: next.token,
    expiresInMs: renewed.expiresAt.getTime() - now.getTime(),
    confirmedForMs: CONFIRMED_MS,
  };
}

/** Throws forbidden or too_many_requests; tries are counted per session. */
async function requirePassword(
  { db, limited }: AdminSessions,
  { actor, visitor, password }: Pick<Confirming, 'actor' | 'visitor' | 'password'>,
): Promise<Administrator> {
  const { username, sessionId } = actor;
  const trying = { username, address: visitor.address, known: sessionId && `session ${sessionId}` };
  const administrator = await limited('confirmation', trying, async () => {
    const found = await findAdministratorById(db, actor.administratorId);
    return found && (await verifyPassword(password, found.password_hash)) ? found : undefined;
  });
  if (!administrator) throw new AppError('forbidden', 'That is not your password.');
  return administrator;
}
