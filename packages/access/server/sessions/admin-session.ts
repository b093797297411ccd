import type { Db } from '@vesper/core/db/pool.ts';
import { type Actor, type CallContext, requireConfirmed } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Counts } from '@vesper/core/lib/counts.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { networkOf } from '@vesper/core/lib/outbound/network-address.ts';
import type { AuditEvent } from '../audit/index.ts';
import { knowBrowser, knownSince } from './known-browsers.ts';
import { createLoginLimits, type LoginLimits, triesForgottenBefore } from './login-limits.ts';
import { deleteOldBrowsers, type SessionLimits, selectAdministrators } from './queries.ts';
import { deleteOldPending, deletePendingLogin } from './second-factor/pending-queries.ts';
import {
  deleteEndedSessions,
  deleteSessionById,
  deleteSessionOf,
  deleteSessions,
  findHolder,
  findSession,
  type Holder,
  type ListedSession,
  type NewSession,
  selectSessions,
  selectStanding,
  touchSession,
} from './session-queries.ts';
import { hashOfToken, newToken } from './session-token.ts';
import { deleteOldTries } from './try-queries.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
export const CONFIRMED_MS = 5 * MINUTE_MS;
const LONGEST_USER_AGENT = 200;

export type AdminEvent = Omit<AuditEvent, 'subject' | 'before' | 'after'>;

interface AdminSessionSettings {
  db: Db;
  clock: Clock;
  counts: Counts;
  log: Log;
  /** Encrypts authenticator secrets. Must not be stored in the database. */
  sealingKey: Buffer;
  /** Shown by authenticator apps and passkeys. */
  siteName: (hostname: string) => Promise<string>;
  recordEvent: (event: AdminEvent) => Promise<void>;
}

export interface AdminSessions extends AdminSessionSettings {
  limited: LoginLimits;
}

export function createAdminSessions(settings: AdminSessionSettings): AdminSessions {
  return { ...settings, limited: createLoginLimits(settings) };
}

export interface Begun {
  token: string;
  expiresInMs: number;
}

export interface SignedInBrowser extends Begun {
  browserToken: string;
}

export interface Arriving {
  visitor: CallContext['visitor'];
  browserToken: string | undefined;
}

/** `insert` must exclude concurrent password changes; it returns false if one came first. */
export async function beginSession(
  { db, clock }: Pick<AdminSessions, 'db' | 'clock'>,
  administratorId: string,
  { visitor, browserToken: formerToken }: Arriving,
  insert: (tx: Db, fields: NewSession) => Promise<boolean>,
): Promise<SignedInBrowser | undefined> {
  const { token, tokenHash } = newToken();
  const now = clock.now();
  const fields = {
    tokenHash,
    now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_MS),
    userAgent: visitor.userAgent.slice(0, LONGEST_USER_AGENT),
    network: networkOf(visitor.address),
  };
  return db.transaction().execute(async (tx) => {
    if (!(await insert(tx, fields))) return undefined;
    const known = { formerToken, sessionTokenHash: tokenHash, administratorId, now };
    return { token, expiresInMs: ABSOLUTE_MS, browserToken: await knowBrowser(tx, known) };
  });
}

/** The administrator of a live session. Records its use once a minute, unless `isActivity` is false. */
export async function actorOf(
  { db, clock }: Pick<AdminSessions, 'db' | 'clock'>,
  token: string | undefined,
  { isActivity = true } = {},
): Promise<Actor | undefined> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return undefined;
  const now = clock.now();
  const session = await findSession(db, tokenHash, limitsAt(now));
  if (!session) return undefined;
  if (isActivity && now.getTime() - session.last_seen_at.getTime() >= MINUTE_MS)
    await touchSession(db, session.id, now);
  return {
    administratorId: session.administrator_id,
    username: session.username,
    sessionId: session.session_id,
    isOwner: session.is_owner,
    scopes: session.scopes,
    opensPapers: session.opens_papers,
    isConfirmed: isConfirmed(session.confirmed_at, now),
  };
}

function isConfirmed(at: Date | null, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < CONFIRMED_MS;
}

export async function endSession(
  { db }: Pick<AdminSessions, 'db'>,
  token: string | undefined,
): Promise<Holder | undefined> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return undefined;
  await deletePendingLogin(db, tokenHash);
  return deleteSessionOf(db, tokenHash);
}

export async function signOut(
  sessions: AdminSessions,
  token: string | undefined,
  visitor: CallContext['visitor'],
): Promise<void> {
  const holder = await endSession(sessions, token);
  if (!holder) return;
  const { username, id: actorId } = holder;
  await sessions.recordEvent({ action: 'admin.logout', username, actorId, visitor, outcome: 'done' });
}

export async function forgetSessions(db: Db, now: Date): Promise<void> {
  await deleteEndedSessions(db, limitsAt(now));
  await deleteOldPending(db, now);
  await deleteOldTries(db, triesForgottenBefore(now));
  await deleteOldBrowsers(db, knownSince(now));
}

export function standingSessions(
  { db, clock }: Pick<AdminSessions, 'db' | 'clock'>,
  ids: readonly string[],
): Promise<string[]> {
  return selectStanding(db, ids, limitsAt(clock.now()));
}

export function listAdministrators(db: Db, now: Date) {
  return selectAdministrators(db, limitsAt(now));
}

function limitsAt(now: Date): SessionLimits {
  return { now, idleSince: new Date(now.getTime() - IDLE_MS) };
}

const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;

interface SessionsAsked {
  whose: 'yours' | 'everyone';
  before?: string | undefined;
  limit: number;
}

/** Throws bad_request for an invalid `before`. */
export async function listSessions(
  { db, clock }: AdminSessions,
  actor: Actor,
  { whose, before, limit }: SessionsAsked,
): Promise<{ sessions: ListedSession[]; nextBefore: string | null }> {
  const rows = await selectSessions(db, limitsAt(clock.now()), {
    of: whose === 'yours' || !actor.isOwner ? actor.administratorId : null,
    before: before === undefined ? undefined : cursorOf(before),
    limit: limit + 1,
  });
  const sessions = rows.slice(0, limit);
  const last = sessions.at(-1);
  const nextBefore = rows.length > limit && last ? `${last.created_at.getTime()}.${last.id}` : null;
  return { sessions, nextBefore };
}

/** Throws not_found, or password_required for another administrator's session, which only owners end. */
export async function revokeSession(
  { db }: AdminSessions,
  actor: Actor,
  id: string,
): Promise<{ username: string }> {
  const holder = await findHolder(db, id);
  const isOwn = holder?.id === actor.administratorId;
  if (holder && actor.isOwner && !isOwn) requireConfirmed(actor);
  if (!holder || !(isOwn || actor.isOwner) || !(await deleteSessionById(db, id)))
    throw new AppError('not_found', 'This session has already ended.');
  return { username: holder.username };
}

/** Ends all sessions but this one: the caller's, or for an owner everyone's (throws password_required). Returns how many. */
export async function revokeOtherSessions(
  { db }: AdminSessions,
  actor: Actor,
  whose: SessionsAsked['whose'],
): Promise<number> {
  const { administratorId, sessionId } = actor;
  if (whose === 'everyone' && !actor.isOwner)
    throw new AppError('forbidden', "Only owners end others' sessions.");
  if (whose === 'everyone') requireConfirmed(actor);
  return deleteSessions(db, { of: whose === 'yours' ? administratorId : undefined, except: sessionId });
}

function cursorOf(text: string): { createdAt: Date; id: string } {
  const [, ms, id = ''] = CURSOR.exec(text) ?? [];
  if (!ms) throw new AppError('bad_request', 'before must be the nextBefore of the previous page.');
  return { createdAt: new Date(Number(ms)), id };
}
