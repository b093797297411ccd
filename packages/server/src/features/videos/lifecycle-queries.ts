import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Videos } from '../../db/schema.ts';
import type { SearchableVideo } from '../search/index.ts';

export type NewVideo = Insertable<Videos>;

export async function insertProcessingVideo(db: Db, row: NewVideo): Promise<void> {
  await db
    .insertInto('videos')
    .values({ ...row, status: 'processing' })
    .onConflict((conflict) => conflict.column('source_url_hash').doNothing())
    .execute();
}

export async function selectVideoByAddress(
  db: Db,
  hash: Buffer,
): Promise<{ id: string; status: string } | undefined> {
  return db
    .selectFrom('videos')
    .select(['id', 'status'])
    .where('source_url_hash', '=', hash)
    .executeTakeFirst();
}

export async function updatePublished(
  tx: Db,
  id: string,
  fields: Updateable<Videos>,
): Promise<SearchableVideo | undefined> {
  return tx
    .updateTable('videos')
    .set({ ...fields, status: 'published' })
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .returning(['title', 'description', 'tags', 'category'])
    .executeTakeFirst();
}

export async function deleteProcessingVideos(tx: Db, hashes: readonly Buffer[]): Promise<void> {
  await sql`delete from videos where source_url_hash = any (${hashes}::bytea[]) and status = 'processing'`.execute(
    tx,
  );
}

export async function setVideoStatus(db: Db, id: string, status: string): Promise<boolean> {
  const done = await db
    .updateTable('videos')
    .set({ status, hidden_reason: null })
    .where('id', '=', id)
    .where('status', '<>', 'processing')
    .returning('id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Those of the storage keys that a video of any status names, or that lie with one whose file is on its way. */
export async function selectNamedKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key from unnest(${keys}::text[]) as wanted (key)
    join videos v on v.id = split_part(wanted.key, '/', 3)
    where wanted.key in (v.video_url, v.thumbnail_url, v.preview_url, v.storyboard_url, v.hls_url)
      or v.status = 'processing'`.execute(db);
  return new Set(rows.map((row) => row.key));
}

/** Videos left in processing since before `before` with no open download behind them. */
export async function deleteAbandonedVideos(db: Db, before: Date): Promise<number> {
  const { rows } = await sql`
    delete from videos v where v.status = 'processing' and v.created_at < ${before}
      and not exists (select from download_jobs j
                      where j.video_id = v.id and j.status in ('pending', 'processing'))
    returning v.id`.execute(db);
  return rows.length;
}
