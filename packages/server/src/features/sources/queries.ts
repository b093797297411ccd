import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { VideoSources } from '../../db/schema.ts';

export type VideoSourceRow = Selectable<VideoSources>;

export async function selectSources(db: Db): Promise<VideoSourceRow[]> {
  return db.selectFrom('video_sources').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** Enabled sources, the one that has waited longest first. */
export async function selectEnabledSources(db: Db): Promise<VideoSourceRow[]> {
  return db
    .selectFrom('video_sources')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy(sql`last_crawled_at nulls first`)
    .orderBy('id')
    .execute();
}

export async function insertSource(
  db: Db,
  source: { name: string; base_url: string; daily_quota: number },
): Promise<VideoSourceRow | undefined> {
  return db
    .insertInto('video_sources')
    .values(source)
    .onConflict((conflict) => conflict.column('base_url').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function setSourceEnabled(db: Db, id: string, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video_sources')
    .set({ enabled })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setSourceCrawled(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('video_sources').set({ last_crawled_at: at }).where('id', '=', id).execute();
}

export type SourceDelivery = Pick<VideoSourceRow, 'delivery' | 'category_map'>;

/** In what way a source's videos are delivered, and how its categories are named here. */
export async function selectSourceDelivery(db: Db, id: string): Promise<SourceDelivery | undefined> {
  return db
    .selectFrom('video_sources')
    .select(['delivery', 'category_map'])
    .where('id', '=', id)
    .executeTakeFirst();
}
