import type { Db } from '@vesper/core/db/pool.ts';
import { execute, oneValue } from '@vesper/core/db/run-sql.ts';

const MOST_OF_AN_ADMINISTRATOR = 100;

export function findKnownBrowser(
  db: Db,
  { tokenHash, username, since }: { tokenHash: Buffer; username: string; since: Date },
): Promise<string | undefined> {
  return oneValue(db)<string>`
    select b.id from known_browsers b join administrators a on a.id = b.administrator_id
    where b.token_hash = ${tokenHash} and a.username = ${username} and b.last_sign_in_at > ${since}`;
}

/** Moves all administrators of this browser to its new token, and links it to the session. */
export async function putKnownBrowser(
  tx: Db,
  fields: {
    tokenHash: Buffer;
    formerTokenHash: Buffer | undefined;
    sessionTokenHash: Buffer;
    administratorId: string;
    now: Date;
  },
): Promise<void> {
  const { tokenHash, formerTokenHash, sessionTokenHash, administratorId, now } = fields;
  if (formerTokenHash)
    await execute(tx)`
      update known_browsers set token_hash = ${tokenHash} where token_hash = ${formerTokenHash}`;
  await execute(tx)`
    with browser as (
      insert into known_browsers (token_hash, administrator_id, last_sign_in_at)
      values (${tokenHash}, ${administratorId}, ${now})
      on conflict (token_hash, administrator_id) do update set last_sign_in_at = ${now}
      returning id
    )
    update admin_sessions set browser_id = browser.id from browser
    where admin_sessions.token_hash = ${sessionTokenHash}`;
  await execute(tx)`
    delete from known_browsers where id in (
      select id from known_browsers where administrator_id = ${administratorId}
      order by last_sign_in_at desc offset ${MOST_OF_AN_ADMINISTRATOR}
    )`;
}

export async function forgetBrowserOf(db: Db, sessionId: string): Promise<void> {
  await execute(db)`
    delete from known_browsers where id = (select browser_id from admin_sessions where id = ${sessionId})`;
}

export async function forgetBrowsers(
  db: Db,
  { of = null, except = null }: { of?: string | null | undefined; except?: string | null | undefined },
): Promise<void> {
  await execute(db)`
    delete from known_browsers
    where (${of}::text is null or administrator_id = ${of})
      and id is distinct from (select browser_id from admin_sessions where id = ${except})`;
}

export async function deleteOldBrowsers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('known_browsers').where('last_sign_in_at', '<=', before).execute();
}
