import { type Actor, requireConfirmed } from '../../kernel/http/mount.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type AdminSessions, limitsAt } from './admin-session.ts';
import {
  deleteSessionById,
  deleteSessions,
  findHolder,
  type ListedSession,
  selectSessions,
} from './session-queries.ts';

/** Milliseconds since 1970 and the id of the last session of a page. */
const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

export interface SessionsAsked {
  whose: 'yours' | 'everyone';
  before?: string | undefined;
  limit: number;
}

/** A page of the live sessions, latest first. Throws bad_request for an invalid `before`. */
export async function listSessions(
  { db, clock }: AdminSessions,
  actor: Actor,
  { whose, before, limit }: SessionsAsked,
): Promise<{ sessions: ListedSession[]; nextBefore: string | null }> {
  const rows = await selectSessions(db, limitsAt(clock.now()), {
    of: whose === 'yours' ? actor.administratorId : undefined,
    before: before === undefined ? undefined : cursorOf(before),
    limit: limit + 1,
  });
  const sessions = rows.slice(0, limit);
  const last = sessions.at(-1);
  const nextBefore = rows.length > limit && last ? `${last.created_at.getTime()}.${last.id}` : null;
  return { sessions, nextBefore };
}

/** Ends one session, anybody's. Throws not_found, and password_required for another administrator's without it. */
export async function revokeSession(
  { db }: AdminSessions,
  actor: Actor,
  id: string,
): Promise<{ username: string }> {
  const holder = await findHolder(db, id);
  if (holder && holder.id !== actor.administratorId) requireConfirmed(actor);
  if (!holder || !(await deleteSessionById(db, id)))
    throw new AppError('not_found', 'This session has already ended.');
  return { username: holder.username };
}

/**
 * Ends all sessions but the caller's: one's own, or everybody's. Returns how many. Throws password_required if others'
 * are included without it.
 */
export async function revokeOtherSessions(
  { db }: AdminSessions,
  actor: Actor,
  whose: SessionsAsked['whose'],
): Promise<number> {
  const { administratorId, sessionId } = actor;
  if (whose === 'everyone') requireConfirmed(actor);
  return deleteSessions(db, { of: whose === 'yours' ? administratorId : undefined, except: sessionId });
}

function cursorOf(text: string): { createdAt: Date; id: string } {
  const [, ms, id = ''] = CURSOR.exec(text) ?? [];
  if (!ms) throw new AppError('bad_request', 'before must be the nextBefore of the previous page.');
  return { createdAt: new Date(Number(ms)), id };
}
