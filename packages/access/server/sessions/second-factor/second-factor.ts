import type { FactorAdded, NewPasskey, PasskeyOffer, SessionsEnded, TotpOffer } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { seal, unseal } from '@vesper/core/lib/files/sealing.ts';
import { isNumericHost } from '@vesper/core/lib/outbound/network-address.ts';
import type { AdminSessions } from '../admin-session.ts';
import { type Administrator, lockAdministrator } from '../queries.ts';
import { deleteSessions } from '../session-queries.ts';
import { hashOfRecoveryCode, newRecoveryCodes, newSecret, offerOf, stepOfCode } from './codes.ts';
import { makeOffer, PASSKEY_MS, type RelyingParty, verifyNewPasskey } from './passkeys.ts';
import { putChallenge, takeChallenge } from './pending-queries.ts';
import {
  deletePasskey,
  deletePasskeys,
  deleteTotp,
  enableTotpSecret,
  findOfferedTotp,
  findSecondFactors,
  insertPasskey,
  offerTotpSecret,
  type Passkey,
  refreshHasSecondFactor,
  replaceRecoveryCodes,
} from './second-factor-queries.ts';

const OFFER_MS = 30 * 60_000;
const MOST_PASSKEYS = 20;

/** Not in use until the app has shown a code. Throws conflict. */
export async function offerTotp(
  { db, clock, sealingKey, siteName }: AdminSessions,
  { administratorId, username }: Actor,
  hostname: string,
): Promise<TotpOffer> {
  const secret = newSecret();
  const isOffered = await offerTotpSecret(db, {
    administratorId,
    sealedSecret: seal(sealingKey, secret, administratorId),
    now: clock.now(),
  });
  if (!isOffered)
    throw new AppError(
      'conflict',
      'An authenticator app is set up already. Remove it to set up another one.',
    );
  return offerOf(secret, { issuer: await siteName(hostname), username });
}

/** Ends the administrator's other sessions. Throws bad_request (a wrong code) or conflict. */
export async function enableTotp(sessions: AdminSessions, actor: Actor, code: string): Promise<FactorAdded> {
  const { db, clock, sealingKey } = sessions;
  const { administratorId } = actor;
  const now = clock.now();
  const offered = await findOfferedTotp(db, administratorId, new Date(now.getTime() - OFFER_MS));
  const secret = offered && unseal(sealingKey, offered.sealed_secret, administratorId);
  if (!secret) throw new AppError('conflict', 'No authenticator app is being set up. Please start again.');
  const step = stepOfCode(secret, code, now);
  if (step === undefined) {
    const sentence = 'Wrong code. Is the time on your device correct? Please enter the next code.';
    throw new AppError('bad_request', sentence);
  }
  return addFactor(db, actor, async (tx) => {
    if (!(await enableTotpSecret(tx, offered, { now, step })))
      throw new AppError('conflict', 'Another authenticator app has just been set up.');
  });
}

/** Throws not_found. */
export async function removeTotp({ db }: AdminSessions, actor: Actor): Promise<SessionsEnded> {
  const { sessionsEnded } = await removeFactor(db, actor, async (tx) => {
    if (!(await deleteTotp(tx, actor.administratorId)))
      throw new AppError('not_found', 'No authenticator app is set up.');
  });
  return { sessionsEnded };
}

/** Throws conflict. */
export async function offerPasskey(
  { db, clock, siteName }: AdminSessions,
  actor: Actor,
  party: RelyingParty,
): Promise<PasskeyOffer> {
  const { administratorId, username } = actor;
  if (isNumericHost(party.hostname))
    throw new AppError(
      'conflict',
      'A passkey needs a host name, and this site was opened by its IP address. Open it by name over https, or as http://localhost.',
    );
  const { passkeys } = await findSecondFactors(db, administratorId);
  if (passkeys.length >= MOST_PASSKEYS)
    throw new AppError('conflict', `An account has at most ${MOST_PASSKEYS} passkeys. Remove one first.`);
  const names = { siteName: await siteName(party.hostname), administratorId, username };
  const offer = await makeOffer(party, names, passkeys);
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_MS);
  await putChallenge(db, { holder: holderOf(actor), challenge: offer.challenge, expiresAt });
  return offer;
}

/** Ends the administrator's other sessions. Throws bad_request or conflict. */
export async function addPasskey(
  { db, clock, log }: AdminSessions,
  actor: Actor,
  { party, made }: { party: RelyingParty; made: NewPasskey },
): Promise<FactorAdded> {
  const now = clock.now();
  const challenge = await takeChallenge(db, holderOf(actor), now);
  if (!challenge)
    throw new AppError('conflict', 'No passkey is being created, or it took too long. Please start again.');
  const verified = await verifyNewPasskey(party, challenge, made);
  if ('refused' in verified) {
    log.info({ username: actor.username, reason: verified.refused }, 'A new passkey was refused.');
    throw new AppError('bad_request', 'The passkey was not accepted. Please try again.');
  }
  const { id, publicKey, counter } = verified.value;
  return addFactor(db, actor, async (tx) => {
    const isNew = await insertPasskey(tx, {
      administrator_id: actor.administratorId,
      credential_id: id,
      rp_id: party.hostname,
      public_key: Buffer.from(publicKey),
      counter,
      transports: made.response.transports ?? [],
      name: made.name,
      created_at: now,
    });
    if (!isNew) throw new AppError('conflict', 'This passkey is already registered.');
  });
}

/** Throws not_found. */
export async function removePasskey(
  { db }: AdminSessions,
  actor: Actor,
  id: string,
): Promise<SessionsEnded & { passkey: Passkey }> {
  const { removed, sessionsEnded } = await removeFactor(db, actor, async (tx) => {
    const passkey = await deletePasskey(tx, actor.administratorId, id);
    if (!passkey) throw new AppError('not_found', 'This passkey does not exist.');
    return passkey;
  });
  return { passkey: removed, sessionsEnded };
}

/** Throws conflict without a second factor. */
export function renewRecoveryCodes({ db }: AdminSessions, { administratorId }: Actor): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { has_second_factor } = await lock(tx, administratorId);
    if (!has_second_factor) throw new AppError('conflict', 'Set up an authenticator app or a passkey first.');
    return makeRecoveryCodes(tx, administratorId);
  });
}

/** Returns how many sessions ended. */
export async function takeSecondFactors(tx: Db, administratorId: string): Promise<number> {
  await deleteTotp(tx, administratorId);
  await deletePasskeys(tx, administratorId);
  await replaceRecoveryCodes(tx, administratorId, []);
  await refreshHasSecondFactor(tx, administratorId);
  return deleteSessions(tx, { of: administratorId });
}

/** The first factor comes with recovery codes. Other sessions, begun without it, end. */
function addFactor(db: Db, actor: Actor, add: (tx: Db) => Promise<void>): Promise<FactorAdded> {
  const { administratorId, sessionId } = actor;
  return db.transaction().execute(async (tx) => {
    const { has_second_factor: hadOne } = await lock(tx, administratorId);
    await add(tx);
    await refreshHasSecondFactor(tx, administratorId);
    const recoveryCodes = hadOne ? [] : await makeRecoveryCodes(tx, administratorId);
    const sessionsEnded = await deleteSessions(tx, { of: administratorId, except: sessionId });
    return { recoveryCodes, sessionsEnded };
  });
}

/** Recovery codes go with the last factor. */
function removeFactor<T>(
  db: Db,
  { administratorId, sessionId }: Actor,
  remove: (tx: Db) => Promise<T>,
): Promise<SessionsEnded & { removed: T }> {
  return db.transaction().execute(async (tx) => {
    await lock(tx, administratorId);
    const removed = await remove(tx);
    const hasAnother = await refreshHasSecondFactor(tx, administratorId);
    if (!hasAnother) await replaceRecoveryCodes(tx, administratorId, []);
    return { removed, sessionsEnded: await deleteSessions(tx, { of: administratorId, except: sessionId }) };
  });
}

async function lock(tx: Db, administratorId: string): Promise<Administrator> {
  const administrator = await lockAdministrator(tx, administratorId);
  if (!administrator) throw new AppError('unauthorized', 'This account was removed.');
  return administrator;
}

async function makeRecoveryCodes(tx: Db, administratorId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashOfRecoveryCode(administratorId, code));
  await replaceRecoveryCodes(tx, administratorId, hashes);
  return codes;
}

function holderOf({ sessionId }: Actor): string {
  return `session ${sessionId}`;
}
