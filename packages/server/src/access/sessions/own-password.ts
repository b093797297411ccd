import type { Actor, CallContext } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { AdminSessions } from './admin-session.ts';
import { foldName, putPassword } from './administrators.ts';
import { requirePassword } from './confirm.ts';
import { hashPassword } from './password-hash.ts';
import { lockAdministrator } from './queries.ts';

export interface PasswordChanging {
  actor: Actor;
  visitor: CallContext['visitor'];
  /** The current one. */
  password: string;
  newPassword: string;
}

/**
 * Changes one's own password and ends one's other sessions. Returns how many ended. Throws bad_request (weak password),
 * forbidden (wrong current one), conflict or too_many_requests.
 */
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
