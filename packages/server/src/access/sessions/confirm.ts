import type { Actor, CallContext } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type AdminSessions, type Begun, CONFIRMED_MS } from './admin-session.ts';
import { verifyPassword } from './password-hash.ts';
import { type Administrator, findAdministratorById } from './queries.ts';
import { renewSession } from './session-queries.ts';
import { hashOfToken, newToken } from './session-token.ts';

/** How long requests sent before a session's token changed may still arrive. */
const FORMER_TOKEN_MS = 10_000;

export interface Confirming {
  actor: Actor;
  token: string | undefined;
  visitor: CallContext['visitor'];
  password: string;
}

/**
 * Records that the administrator confirmed the password, and replaces the session's token, so that a copy of the former
 * one is not confirmed. Throws forbidden (wrong password), conflict or too_many_requests.
 */
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

/**
 * The administrator, if the password is theirs. Throws forbidden or too_many_requests: tries are counted per session.
 */
export async function requirePassword(
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
