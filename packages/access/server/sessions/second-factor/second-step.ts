import type { PasskeyAnswer, PasskeyRequest } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { unseal } from '@vesper/core/lib/files/sealing.ts';
import { type AdminSessions, type Arriving, beginSession, type SignedInBrowser } from '../admin-session.ts';
import { knownBrowserOf } from '../known-browsers.ts';
import type { TryKind } from '../login-limits.ts';
import { lockAdministrator } from '../queries.ts';
import { insertSessionAfter } from '../session-queries.ts';
import { hashOfToken } from '../session-token.ts';
import { hashOfRecoveryCode, stepOfCode } from './codes.ts';
import { makeRequest, PASSKEY_MS, type RelyingParty, verifyPasskeyUse } from './passkeys.ts';
import { findPendingLogin, type PendingLogin, putChallenge, takeChallenge } from './pending-queries.ts';
import {
  findTotp,
  notePasskeyUse,
  selectPasskeysFor,
  takeRecoveryCode,
  takeTotpStep,
} from './second-factor-queries.ts';

const RUN_OUT = 'Please enter username and password first: no sign-in is in progress.';
const WRONG_CODE = 'Wrong code. Please enter the current code from your app.';
const USED_CODE = 'This code has already been used. Please wait for the next one.';
const WRONG_RECOVERY_CODE = 'That is not one of your unused recovery codes.';
const WRONG_PASSKEY = 'That passkey was not accepted.';
const UNREADABLE_SECRET =
  'The authenticator app of this account cannot be checked, because the signing key of this site has changed. Use a passkey or a recovery code, or ask the operator to run "script/vesper admin reset-second-factor" with your name.';

export interface Stepping extends Arriving {
  token: string | undefined;
}

/** `logged` only if it differs. */
interface Refused {
  refused: string;
  logged?: string;
}

type Checked = Refused | undefined;

/** Throws gone, unauthorized (a wrong or used code), conflict (unreadable secret) or too_many_requests. */
export function completeWithTotp(
  sessions: AdminSessions,
  stepping: Stepping,
  code: string,
): Promise<SignedInBrowser> {
  const { db, clock, sealingKey } = sessions;
  const take = { action: 'admin.loginTotp', kind: 'code' } as const;
  return complete(sessions, stepping, take, async ({ administrator_id }) => {
    const totp = await findTotp(db, administrator_id);
    if (!totp) return { refused: WRONG_CODE };
    const secret = unseal(sealingKey, totp.sealed_secret, administrator_id);
    if (!secret) throw new AppError('conflict', UNREADABLE_SECRET);
    const step = stepOfCode(secret, code, clock.now());
    if (step === undefined) return { refused: WRONG_CODE };
    return (await takeTotpStep(db, administrator_id, step)) ? undefined : { refused: USED_CODE };
  });
}

/** Uses up the code. Throws like `completeWithTotp`. */
export function completeWithRecoveryCode(
  sessions: AdminSessions,
  stepping: Stepping,
  code: string,
): Promise<SignedInBrowser> {
  const take = { action: 'admin.loginRecovery', kind: 'recovery' } as const;
  return complete(sessions, stepping, take, async ({ administrator_id }) => {
    const hash = hashOfRecoveryCode(administrator_id, code);
    return (await takeRecoveryCode(sessions.db, administrator_id, hash))
      ? undefined
      : { refused: WRONG_RECOVERY_CODE };
  });
}

/** Throws gone, or not_found without a passkey for this host. */
export async function requestPasskey(
  { db, clock }: AdminSessions,
  token: string | undefined,
  { hostname }: RelyingParty,
): Promise<PasskeyRequest> {
  const now = clock.now();
  const pending = await pendingLoginOf({ db, clock }, token);
  const owner = { administratorId: pending.administrator_id, rpId: hostname };
  const passkeys = await selectPasskeysFor(db, owner);
  if (passkeys.length === 0) throw new AppError('not_found', `This account has no passkey for ${hostname}.`);
  const request = await makeRequest(hostname, passkeys);
  const expiresAt = new Date(now.getTime() + PASSKEY_MS);
  await putChallenge(db, { holder: holderOf(pending), challenge: request.challenge, expiresAt });
  return request;
}

/** Throws gone, unauthorized or too_many_requests. */
export function completeWithPasskey(
  sessions: AdminSessions,
  stepping: Stepping,
  { party, answer }: { party: RelyingParty; answer: PasskeyAnswer },
): Promise<SignedInBrowser> {
  const take = { action: 'admin.loginPasskey', kind: 'passkey' } as const;
  return complete(sessions, stepping, take, async (pending) => {
    const { db, clock } = sessions;
    const now = clock.now();
    const challenge = await takeChallenge(db, holderOf(pending), now);
    const owner = { administratorId: pending.administrator_id, rpId: party.hostname };
    const passkeys = await selectPasskeysFor(db, owner);
    const passkey = passkeys.find(({ credential_id }) => credential_id === answer.id);
    const wrong = (logged: string) => ({ refused: WRONG_PASSKEY, logged });
    if (!challenge) return wrong('There was no challenge, or it was already answered.');
    if (!passkey) return wrong('The passkey belongs to another account or host.');
    const use = await verifyPasskeyUse(party, challenge, { passkey, answer });
    if ('refused' in use) return wrong(use.refused);
    const isNoted = await notePasskeyUse(db, passkey, { counter: use.value, now });
    return isNoted ? undefined : wrong('The passkey was used twice at once.');
  });
}

async function complete(
  sessions: AdminSessions,
  stepping: Stepping,
  { action, kind }: { action: string; kind: TryKind },
  check: (pending: PendingLogin) => Promise<Checked>,
): Promise<SignedInBrowser> {
  const { token, visitor, browserToken } = stepping;
  const pending = await pendingLoginOf(sessions, token);
  const { username, administrator_id: actorId } = pending;
  const known = await knownBrowserOf(sessions.db, browserToken, { username, now: sessions.clock.now() });
  const result: { refused: Checked } = { refused: undefined };
  const begun = await sessions.limited(kind, { username, address: visitor.address, known }, async () => {
    result.refused = await check(pending);
    return result.refused ? undefined : beginAfter(sessions, pending, stepping);
  });
  const { refused, logged = refused } = result.refused ?? { refused: RUN_OUT };
  await sessions.recordEvent({
    ...{ action, username, actorId, visitor },
    ...(begun ? { outcome: 'done' } : { outcome: 'refused', reason: logged }),
  });
  if (!begun) throw new AppError(refused === RUN_OUT ? 'gone' : 'unauthorized', refused);
  sessions.log.info({ username }, 'An administrator signed in with a second factor.');
  return begun;
}

function beginAfter(
  sessions: AdminSessions,
  { id, administrator_id }: PendingLogin,
  stepping: Stepping,
): Promise<SignedInBrowser | undefined> {
  return beginSession(sessions, administrator_id, stepping, async (tx, fields) => {
    // Locked: a new password or factor ends all sessions begun before it.
    await lockAdministrator(tx, administrator_id);
    return insertSessionAfter(tx, id, fields);
  });
}

async function pendingLoginOf(
  { db, clock }: Pick<AdminSessions, 'db' | 'clock'>,
  token: string | undefined,
): Promise<PendingLogin> {
  const tokenHash = hashOfToken(token);
  const pending = tokenHash && (await findPendingLogin(db, tokenHash, clock.now()));
  if (!pending) throw new AppError('gone', RUN_OUT);
  return pending;
}

function holderOf({ id }: PendingLogin): string {
  return `login ${id}`;
}
