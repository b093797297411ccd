import { createHash, randomBytes } from 'node:crypto';
import { LOGIN_REFUSED } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import type { Actor } from '../../http/mount.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { networkOf } from '../../lib/network-address.ts';
import { foldName } from './administrators.ts';
import { createLoginLimits, type LoginLimits, triesForgottenBefore } from './login-limits.ts';
import { hashPassword, isOutdated, unknownHash, verifyPassword } from './password-hash.ts';
import {
  type Administrator,
  deleteEndedSessions,
  deleteOldTries,
  deleteSession,
  findAdministrator,
  findSession,
  insertSession,
  replaceHash,
  type SessionLimits,
  selectAdministrators,
  touchSession,
} from './queries.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS;
const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const LONGEST_USER_AGENT = 200;

export interface AdminSessionSettings {
  db: Db;
  clock: Clock;
  log: Log;
}

export interface AdminSessions extends AdminSessionSettings {
  limited: LoginLimits;
}

export function createAdminSessions(settings: AdminSessionSettings): AdminSessions {
  return { ...settings, limited: createLoginLimits(settings) };
}

export interface LoginAttempt {
  username: string;
  password: string;
  visitor: { address: string; userAgent: string };
  /** Of the session that the browser has already: it ends. */
  formerToken: string | undefined;
}

/** Begins a session under a new token. Throws unauthorized (one sentence for all reasons) or too_many_requests. */
export async function signIn(
  sessions: AdminSessions,
  attempt: LoginAttempt,
): Promise<{ token: string; expiresInMs: number }> {
  const username = foldName(attempt.username);
  const { address } = attempt.visitor;
  const token = await sessions.limited({ username, address }, async () => {
    const administrator = await authenticate(sessions.db, username, attempt.password);
    return administrator && beginSession(sessions, administrator, attempt);
  });
  if (!token) throw new AppError('unauthorized', LOGIN_REFUSED);
  sessions.log.info({ username }, 'An administrator signed in.');
  return { token, expiresInMs: ABSOLUTE_MS };
}

/**
 * The administrator whose session the token is, if that has not ended; notes, once a minute, that it is in use.
 */
export async function actorOf(
  { db, clock }: AdminSessions,
  token: string | undefined,
): Promise<Actor | undefined> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return undefined;
  const now = clock.now();
  const session = await findSession(db, tokenHash, limitsAt(now));
  if (!session) return undefined;
  if (now.getTime() - session.last_seen_at.getTime() >= MINUTE_MS) await touchSession(db, session.id, now);
  return {
    administratorId: session.administrator_id,
    username: session.username,
    sessionId: session.id,
  };
}

export async function signOut({ db }: AdminSessions, token: string | undefined): Promise<void> {
  const tokenHash = hashOfToken(token);
  if (tokenHash) await deleteSession(db, tokenHash);
}

/** Deletes sessions that have ended by themselves, and tries that no longer count. */
export async function forgetSessions(db: Db, now: Date): Promise<void> {
  await deleteEndedSessions(db, limitsAt(now));
  await deleteOldTries(db, triesForgottenBefore(now));
}

/** Every administrator by name, with the sessions that have not ended. */
export function listAdministrators(db: Db, now: Date) {
  return selectAdministrators(db, limitsAt(now));
}

function limitsAt(now: Date): SessionLimits {
  return { now, idleSince: new Date(now.getTime() - IDLE_MS) };
}

/** The administrator of that name and password. An unknown name costs the same work as a wrong password. */
async function authenticate(db: Db, username: string, password: string): Promise<Administrator | undefined> {
  const administrator = await findAdministrator(db, username);
  const isRight = await verifyPassword(password, administrator?.password_hash ?? unknownHash());
  if (!administrator || !isRight) return undefined;
  if (!isOutdated(administrator.password_hash)) return administrator;
  const passwordHash = await hashPassword(password);
  await replaceHash(db, administrator, passwordHash);
  return { ...administrator, password_hash: passwordHash };
}

async function beginSession(
  { db, clock }: AdminSessions,
  administrator: Administrator,
  { visitor, formerToken }: LoginAttempt,
): Promise<string | undefined> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const now = clock.now();
  const begun = await insertSession(db, administrator, {
    tokenHash: sha256(token),
    formerTokenHash: hashOfToken(formerToken),
    now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_MS),
    userAgent: visitor.userAgent.slice(0, LONGEST_USER_AGENT),
    network: networkOf(visitor.address),
  });
  return begun ? token : undefined;
}

function hashOfToken(token: string | undefined): Buffer | undefined {
  return token !== undefined && TOKEN.test(token) ? sha256(token) : undefined;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
