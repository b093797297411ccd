import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { publiclyVisible } from './publicly-visible.ts';

export interface VideoWords {
  id: string;
  title: string;
  description: string;
  category: string;
  tags: readonly string[];
}

export function selectPublicWords(db: Db, ids: readonly string[]): Promise<VideoWords[]> {
  return execute(db)<VideoWords>`
    select id, title, description, tags, category from videos
    where id = any (${ids}::text[]) and status = 'published' order by id`;
}

type NextWords = VideoWords & { status: string; hidden_reason: string | null };

/** In id order, public or not, so that reads are bounded. */
export function selectNextWords(db: Db, after: string, limit: number): Promise<NextWords[]> {
  return execute(db)<NextWords>`
    select id, title, description, tags, category, status, hidden_reason from videos
    where id > ${after} order by id limit ${limit}::int`;
}

/** Up to `limit` public videos among the first `among` by id: ids are random. */
export function selectSampleOfWords(db: Db, limit: number, among: number): Promise<VideoWords[]> {
  return execute(db)<VideoWords>`
    select id, title, description, tags, category
    from (select * from videos order by id limit ${among}::int) as v
    where ${publiclyVisible} limit ${limit}::int`;
}

/** Returns those that were public. */
export async function hideRefused(tx: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await execute(tx)<{ id: string }>`
    with held as materialized (
      select id from videos where id = any (${ids}::text[]) and status = 'published' order by id for no key update)
    update videos v set status = 'hidden', hidden_reason = 'refused' from held where v.id = held.id returning v.id`;
  return rows.map(({ id }) => id);
}

/** Locks videos that are hidden only for their words. */
export function lockRefused(tx: Db, ids: readonly string[]): Promise<VideoWords[]> {
  return execute(tx)<VideoWords>`
    select id, title, description, tags, category from videos v
    where id = any (${ids}::text[]) and status = 'hidden' and hidden_reason = 'refused' and not is_cleared(v)
      and (source_id is null or is_covered(source_id, kind, now()))
      and not exists (select from blocked_addresses b where b.hash = v.source_url_hash)
    order by id for no key update`;
}

export async function showRefused(tx: Db, ids: readonly string[]): Promise<void> {
  await execute(tx)`
    update videos set status = 'published', hidden_reason = null where id = any (${ids}::text[])`;
}
