import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';

/** Records these videos' addresses, and all others given, as blocked, and why. */
export async function recordBlockedVideos(
  tx: Db,
  {
    videoIds,
    addressHashes,
    detail,
    now,
  }: {
    videoIds: readonly string[];
    addressHashes: readonly Buffer[];
    detail: string;
    now: Date;
  },
): Promise<void> {
  await execute(tx)`
    insert into addresses (hash, url, source_id, decision, detail, video_id, first_seen_at, last_decided_at)
    select source_url_hash, source_url, source_id::uuid, 'blocked', ${detail}, id, ${now}, ${now}
    from videos where id = any (${videoIds}::text[]) order by source_url_hash
    on conflict (hash) do nothing`;
  await execute(tx)`
    update addresses a set decision = 'blocked', detail = ${detail}, error_class = null, retry_at = null,
      last_decided_at = ${now}
    from (select hash from addresses where hash = any (${addressHashes}::bytea[]) order by hash for no key update) as held
    where a.hash = held.hash`;
}

/** Lets crawls take up these addresses again. */
export async function recordUnblocked(tx: Db, addressHashes: readonly Buffer[], now: Date): Promise<void> {
  await execute(tx)`
    update addresses a set decision = 'known', detail = null, last_decided_at = ${now}
    from (select hash from addresses where hash = any (${addressHashes}::bytea[]) and decision = 'blocked'
          order by hash for no key update) as held
    where a.hash = held.hash`;
}

/** The same for addresses of videos that are deleted, unless the block list has them. */
export async function forgetDeletedVideos(tx: Db, addressHashes: readonly Buffer[]): Promise<void> {
  await execute(tx)`
    update addresses a set decision = 'known', detail = null
    from (select hash from addresses where hash = any (${addressHashes}::bytea[])
            and decision = 'blocked' order by hash for no key update) as held
    where a.hash = held.hash and not exists (select from blocked_addresses b where b.hash = a.hash)`;
}
