import { createHash, randomBytes } from 'node:crypto';
import {
  type CreatedToken,
  hasScope,
  type NewToken,
  type PersonalToken,
  TOKEN_SCOPES,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import {
  findLiveToken,
  holdSession,
  insertToken,
  lockHolder,
  revokeLive,
  selectToken,
  selectTokens,
  touchToken,
} from './queries.ts';
import { toPersonalToken } from './view.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;
/** Scanners for leaked secrets recognize it. */
const MARK = 'vesper_';
const TOKEN = new RegExp(`^${MARK}[A-Za-z0-9_-]{43}$`);
/** Stored to be shown; 232 bits stay secret. */
const PREFIX_LENGTH = MARK.length + 4;
const MOST_LIVE = 100;

export interface Tokens {
  db: Db;
  clock: Clock;
}

/** Throws conflict (too many), not_found, forbidden beyond the role, or unauthorized if the session has ended: that revoked its tokens. */
export async function createToken(
  { db, clock }: Tokens,
  { administratorId, sessionId }: Pick<Actor, 'administratorId' | 'sessionId'>,
  { name, scopes, expiresInDays }: NewToken,
): Promise<CreatedToken> {
  const token = MARK + randomBytes(TOKEN_BYTES).toString('base64url');
  const now = clock.now();
  const id = await db.transaction().execute(async (tx) => {
    const holder = await lockHolder(tx, administratorId);
    if (sessionId !== undefined && !(await holdSession(tx, sessionId)))
      throw new AppError('unauthorized', 'Your session has just ended, so no token was created.');
    const beyond = scopes.filter(
      (scope) => holder && !hasScope({ isOwner: holder.is_owner, scopes: holder.scopes }, scope),
    );
    if (beyond.length > 0) throw new AppError('forbidden', `Your role lacks ${beyond.join(', ')}.`);
    return insertToken(tx, {
      administratorId,
      name,
      tokenHash: sha256(token),
      prefix: token.slice(0, PREFIX_LENGTH),
      scopes: [...new Set(scopes)],
      now,
      expiresAt: new Date(now.getTime() + expiresInDays * DAY_MS),
      mostLive: MOST_LIVE,
    });
  });
  if (id === undefined)
    throw new AppError('conflict', `You have ${MOST_LIVE} tokens: please revoke one that is no longer used.`);
  return { token, details: await getToken({ db, clock }, id) };
}

/** Throws not_found, also for others' tokens unless an owner asks, or conflict if already revoked. */
export async function revokeToken(tokens: Tokens, actor: Actor, id: string): Promise<PersonalToken> {
  const row = await selectToken(tokens.db, id);
  if (!row || !(actor.isOwner || row.administrator_id === actor.administratorId)) throw noToken();
  if (!(await revokeLive(tokens.db, id, tokens.clock.now())))
    throw new AppError('conflict', 'This token has already been revoked.');
  return getToken(tokens, id);
}

export async function listTokens({ db, clock }: Tokens, actor: Actor): Promise<PersonalToken[]> {
  const of = actor.isOwner ? null : actor.administratorId;
  return (await selectTokens(db, of)).map((row) => toPersonalToken(row, clock.now()));
}

/** Records the use once a minute. */
export async function actorOfToken({ db, clock }: Tokens, token: string): Promise<Actor | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const now = clock.now();
  const row = await findLiveToken(db, sha256(token), now);
  if (!row) return undefined;
  if (now.getTime() - (row.last_used_at?.getTime() ?? 0) >= MINUTE_MS) await touchToken(db, row.id, now);
  return {
    administratorId: row.administrator_id,
    username: row.username,
    tokenId: row.id,
    isOwner: false,
    scopes: TOKEN_SCOPES.filter(
      (scope) =>
        hasScope({ isOwner: false, scopes: row.scopes }, scope) &&
        hasScope({ isOwner: row.is_owner, scopes: row.role_scopes }, scope),
    ),
  };
}

async function getToken({ db, clock }: Tokens, id: string): Promise<PersonalToken> {
  const row = await selectToken(db, id);
  if (!row) throw noToken();
  return toPersonalToken(row, clock.now());
}

function noToken(): AppError {
  return new AppError('not_found', 'This token does not exist.');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
