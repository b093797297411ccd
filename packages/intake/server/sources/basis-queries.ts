import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute } from '@vesper/core/db/run-sql.ts';
import type { SourcePermissions } from '@vesper/core/db/schema.ts';
import type { SourceVideos } from '@vesper/library/videos';
import { type Insertable, type Selectable, sql } from 'kysely';

export type PermissionRow = Selectable<SourcePermissions> & { is_valid: boolean };
export type NewPermission = Insertable<SourcePermissions>;

/** The later of our clock and the database's, which decides when a basis begins. */
export function momentOf(now: Date) {
  return sql<Date>`greatest(now(), ${now}::timestamptz)`;
}

/** All, or one source's, newest first, with whether each is valid at that moment. */
export async function selectPermissions(
  db: Db,
  { sourceId, now }: { sourceId?: string; now: Date },
): Promise<PermissionRow[]> {
  return db
    .selectFrom('source_permissions as p')
    .selectAll('p')
    .select(sql<boolean>`is_valid(p, ${momentOf(now)})`.as('is_valid'))
    .$if(sourceId !== undefined, (query) => query.where('p.source_id', '=', sourceId as string))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id')
    .execute();
}

export async function insertPermission(db: Db, permission: NewPermission): Promise<string> {
  const { id } = await db
    .insertInto('source_permissions')
    .values(permission)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends all but `exceptId`, now or when that one begins; the database stops the source. */
export async function endPermissions(db: Db, sourceId: string, exceptId: string | null): Promise<void> {
  await execute(db)`
    with moment as (
      select greatest(now(), (select valid_from from source_permissions where id = ${exceptId})) as at)
    update source_permissions p set ended_at = moment.at from moment
    where p.source_id = ${sourceId} and p.id is distinct from ${exceptId}
      and coalesce(least(p.valid_until, p.ended_at), 'infinity') > moment.at`;
}

/** Why a source cannot be enabled; null if it can. */
export async function selectRefusal(db: Db, id: string): Promise<string | null> {
  const rows = await execute(db)<{ refusal: string | null }>`
    select source_refusal(id, delivery, crawl_delay_ms, clock_timestamp()) as refusal
    from video_sources where id = ${id}`;
  return rows[0]?.refusal ?? null;
}

/** Also from a later day on. */
export function hasOwnBasis(db: Db, sourceId: string): Promise<boolean> {
  return anyRow(db)`
    select from source_permissions
    where source_id = ${sourceId} and basis = 'own' and coalesce(least(valid_until, ended_at), 'infinity') > now()
    limit 1`;
}

/** Returns their ids. */
export function stopUncoveredSources(db: Db, now: Date): Promise<string[]> {
  return columnOf(db)<string>`
    with uncovered as (
      select id from video_sources s
      where enabled and source_refusal(s.id, s.delivery, s.crawl_delay_ms, ${momentOf(now)}) is not null
      order by id for no key update)
    update video_sources s
    set enabled = false, disabled_reason = source_refusal(s.id, s.delivery, s.crawl_delay_ms, ${momentOf(now)})
    from uncovered where s.id = uncovered.id returning s.id`;
}

/** By source and delivery. */
export function selectByCoverage(db: Db, isCovered: boolean, now: Date): Promise<SourceVideos[]> {
  return execute(db)<SourceVideos>`
    select s.id as "sourceId", way.kind from video_sources s, (values ('hosted'), ('remote'), ('embed')) as way (kind)
    where is_covered(s.id, way.kind, ${momentOf(now)}) = ${isCovered}
      and (s.deleting_at is null or not ${isCovered}::boolean)`;
}
