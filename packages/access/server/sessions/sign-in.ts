import { LOGIN_REFUSED, type SecondFactor } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import {
  type AdminSessions,
  type Arriving,
  type Begun,
  beginSession,
  endSession,
  type SignedInBrowser,
} from './admin-session.ts';
import { foldName } from './administrators.ts';
import { knownBrowserOf } from './known-browsers.ts';
import { hashPassword, isOutdated, unknownHash, verifyPassword } from './password-hash.ts';
import { type Administrator, findAdministrator, replaceHash } from './queries.ts';
import { insertPendingLogin } from './second-factor/pending-queries.ts';
import { findSecondFactors } from './second-factor/second-factor-queries.ts';
import { insertSession } from './session-queries.ts';
import { newToken } from './session-token.ts';

const PENDING_MS = 5 * 60_000;

export interface LoginAttempt extends Arriving {
  username: string;
  password: string;
  hostname: string;
  /** Its session ends. */
  formerToken: string | undefined;
}

/** With `secondFactor` the token is not a session yet. */
export type SignedIn =
  | (SignedInBrowser & { secondFactor?: never })
  | (Begun & { secondFactor: SecondFactor[] });

/** Throws unauthorized (one sentence for all reasons) or too_many_requests. */
export async function signIn(sessions: AdminSessions, attempt: LoginAttempt): Promise<SignedIn> {
  const username = foldName(attempt.username);
  const { visitor, browserToken } = attempt;
  const now = sessions.clock.now();
  const trying = {
    username,
    address: visitor.address,
    known: await knownBrowserOf(sessions.db, browserToken, { username, now }),
  };
  let known: Administrator | undefined;
  const signedIn = await sessions.limited('password', trying, async () => {
    known = await findAdministrator(sessions.db, username);
    const administrator = await withPassword(sessions.db, known, attempt.password);
    return administrator && begin(sessions, administrator, attempt);
  });
  await sessions.recordEvent({
    action: 'admin.login',
    // Unknown names are not stored: people type passwords into the wrong field.
    username: known ? username : '(unknown name)',
    ...(known ? { actorId: known.id } : {}),
    visitor,
    ...outcomeOf(signedIn, known),
  });
  if (!signedIn) throw new AppError('unauthorized', LOGIN_REFUSED);
  if (!signedIn.secondFactor) sessions.log.info({ username }, 'An administrator signed in.');
  return signedIn;
}

function outcomeOf(signedIn: SignedIn | undefined, known: Administrator | undefined) {
  if (signedIn?.secondFactor)
    return { outcome: 'done', reason: 'The password was right; the second step is pending.' } as const;
  if (signedIn) return { outcome: 'done' } as const;
  const reason = known ? 'The password was wrong.' : 'No administrator has that name.';
  return { outcome: 'refused', reason } as const;
}

/** Does as much work for an unknown name as for a wrong password. */
async function withPassword(
  db: Db,
  administrator: Administrator | undefined,
  password: string,
): Promise<Administrator | undefined> {
  const isRight = await verifyPassword(password, administrator?.password_hash ?? unknownHash());
  if (!administrator || !isRight) return undefined;
  if (!isOutdated(administrator.password_hash)) return administrator;
  const passwordHash = await hashPassword(password);
  await replaceHash(db, administrator, passwordHash);
  return { ...administrator, password_hash: passwordHash };
}

async function begin(
  sessions: AdminSessions,
  administrator: Administrator,
  attempt: LoginAttempt,
): Promise<SignedIn | undefined> {
  await endSession(sessions, attempt.formerToken);
  if (administrator.has_second_factor) return beginPending(sessions, administrator, attempt.hostname);
  return beginSession(sessions, administrator.id, attempt, (tx, fields) =>
    insertSession(tx, administrator, fields),
  );
}

async function beginPending(
  { db, clock }: AdminSessions,
  administrator: Administrator,
  hostname: string,
): Promise<SignedIn | undefined> {
  const { token, tokenHash } = newToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + PENDING_MS);
  if (!(await insertPendingLogin(db, administrator, { tokenHash, now, expiresAt }))) return undefined;
  return { token, expiresInMs: PENDING_MS, secondFactor: await stepsFor(db, administrator.id, hostname) };
}

/** Passkeys work only at their own host. */
async function stepsFor(db: Db, administratorId: string, hostname: string): Promise<SecondFactor[]> {
  const { totp, passkeys, recoveryCodes } = await findSecondFactors(db, administratorId);
  const steps: SecondFactor[] = [];
  if (totp) steps.push('totp');
  if (passkeys.some(({ rp_id }) => rp_id === hostname)) steps.push('passkey');
  if (recoveryCodes > 0) steps.push('recovery');
  return steps;
}
