import type { Db } from '../../kernel/db/pool.ts';
import { findKnownBrowser, putKnownBrowser } from './known-browser-queries.ts';
import { hashOfToken, newToken } from './session-token.ts';

const DAY_MS = 24 * 3_600_000;
/** After so long without signing in a browser is like any other. */
export const KNOWN_BROWSER_MS = 180 * DAY_MS;

/**
 * Notes, in the transaction that begins the session, that an administrator has signed in with this browser, and gives
 * it another token: a copy of the former one is worth nothing from then on.
 */
export async function knowBrowser(
  tx: Db,
  fields: { formerToken: string | undefined; sessionTokenHash: Buffer; administratorId: string; now: Date },
): Promise<string> {
  const { formerToken, ...rest } = fields;
  const { token, tokenHash } = newToken();
  await putKnownBrowser(tx, { ...rest, tokenHash, formerTokenHash: hashOfToken(formerToken) });
  return token;
}

/** What tries of this browser to sign in with that name are counted under, if the administrator was here before. */
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
