import type { Db } from '@vesper/core/db/pool.ts';
import { findKnownBrowser, putKnownBrowser } from './queries.ts';
import { hashOfToken, newToken } from './session-token.ts';

const DAY_MS = 24 * 3_600_000;
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

/** Replaces the browser's token in the transaction that begins the session, so that copies become worthless. */
export async function knowBrowser(
  tx: Db,
  fields: { formerToken: string | undefined; sessionTokenHash: Buffer; administratorId: string; now: Date },
): Promise<string> {
  const { formerToken, ...rest } = fields;
  const { token, tokenHash } = newToken();
  await putKnownBrowser(tx, { ...rest, tokenHash, formerTokenHash: hashOfToken(formerToken) });
  return token;
}

/** The key for counting this browser's attempts with that name, if it signed in before. */
export async function knownBrowserOf(
  db: Db,
  token: string | undefined,
  { username, now }: { username: string; now: Date },
): Promise<string | undefined> {
  const tokenHash = hashOfToken(token);
  if (!tokenHash) return undefined;
  const id = await findKnownBrowser(db, { tokenHash, username, since: knownSince(now) });
  return id && `browser ${id}`;
}

export function knownSince(now: Date): Date {
  return new Date(now.getTime() - KNOWN_BROWSER_MS);
}
