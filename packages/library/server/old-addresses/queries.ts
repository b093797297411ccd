import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import { keyOf, keysOf, type OldAddress } from './old-address.ts';

export function hasOldAddresses(db: Db): Promise<boolean> {
  return anyRow(db)`select from old_addresses limit 1`;
}

export async function videoAtOldAddress(
  db: Db,
  pathAndQuery: string,
  domain: string,
): Promise<string | undefined> {
  const keys = keysOf(pathAndQuery);
  return keys.length === 0 ? undefined : (await selectOldAddress(db, keys, domain))?.videoId;
}

/** The first key that matches wins. Follows merged videos. */
export function selectOldAddress(
  db: Db,
  keys: readonly Buffer[],
  domain: string,
): Promise<{ videoId: string; category: string | null } | undefined> {
  return firstRow(db)<{ videoId: string; category: string | null }>`
    select coalesce(r.to_id, o.video_id) as "videoId", v.category
    from unnest(${keys}::bytea[]) with ordinality as wanted (hash, nth)
    join old_addresses o on o.hash = wanted.hash and o.domain in ('', ${domain})
    left join video_redirects r on r.from_id = o.video_id
    left join videos v on v.id = coalesce(r.to_id, o.video_id)
    order by wanted.nth, o.domain desc limit 1`;
}

/** An address that leads to another existing video stays: the first one keeps it. */
export async function keepOldAddresses(
  tx: Db,
  { videoId, moveInId }: { videoId: string; moveInId: number },
  addresses: readonly OldAddress[],
): Promise<void> {
  if (addresses.length === 0) return;
  await execute(tx)`
    insert into old_addresses as o (hash, domain, address, video_id, move_in_id)
    select distinct on (hash, domain) hash, domain, address, ${videoId}, ${moveInId}::int
    from unnest(${addresses.map(({ address }) => keyOf(address))}::bytea[],
                ${addresses.map(({ domain }) => domain)}::text[],
                ${addresses.map(({ address }) => address)}::text[]) as given (hash, domain, address)
    order by hash, domain
    on conflict (hash, domain) do update set video_id = excluded.video_id, move_in_id = excluded.move_in_id
      where not exists (select from videos v where v.id = o.video_id and v.status <> 'removed')`;
}

/** Keeps those of the videos that stay. */
export async function forgetOldAddresses(
  tx: Db,
  moveInId: number,
  staying: readonly string[],
): Promise<void> {
  await execute(tx)`
    delete from old_addresses where move_in_id = ${moveInId}::int and video_id <> all (${staying}::text[])`;
}

/** How many `forgetOldAddresses` would delete. */
export function leadingAway(db: Db, moveInId: number, staying: readonly string[]): Promise<number> {
  return numberOf(db)`
    select count(*)::int from old_addresses
    where move_in_id = ${moveInId}::int and video_id <> all (${staying}::text[])`;
}
