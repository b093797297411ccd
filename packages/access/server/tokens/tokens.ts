import { createHash, randomBytes } from 'node:crypto';
import type { CreatedToken, NewToken, PersonalToken, TokenScope } from '@vesper/contract';
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

/** Throws conflict (too many), not_found, or unauthorized if the session has ended: that revoked its tokens. */
export async function createToken(
  { db, clock }: Tokens,
  { administratorId, sessionId }: Pick<Actor, 'administratorId' | 'sessionId'>,
  { name, scopes, expiresInDays }: NewToken,
): Promise<CreatedToken> {
  const token = MARK + randomBytes(TOKEN_BYTES).toString('base64url');
  const now = clock.now();
  const id = await db.transaction().execute(async (tx) => {
    await lockHolder(tx, administratorId);
    if (sessionId !== undefined && !(await holdSession(tx, sessionId)))
      throw new AppError('unauthorized', 'Your session has just ended, so no token was created.');
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

/** Throws not_found, or conflict if already revoked. */
export async function revokeToken(tokens: Tokens, id: string): Promise<PersonalToken> {
  await getToken(tokens, id);
  if (!(await revokeLive(tokens.db, id, tokens.clock.now())))
    throw new AppError('conflict', 'This token has already been revoked.');
  return getToken(tokens, id);
}

export async function listTokens({ db, clock }: Tokens): Promise<PersonalToken[]> {
  return (await selectTokens(db)).map((row) => toPersonalToken(row, clock.now()));
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
    scopes: row.scopes as TokenScope[],
  };
}

async function getToken({ db, clock }: Tokens, id: string): Promise<PersonalToken> {
  const row = await selectToken(db, id);
  if (!row) throw new AppError('not_found', 'This token does not exist.');
  return toPersonalToken(row, clock.now());
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
