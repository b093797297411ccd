import type { BulkAct, SkipReason, VideoFilter } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, columnOf, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { BulkActs } from '@vesper/core/db/schema.ts';
import { type Selectable, sql } from 'kysely';
import type { ChangedVideo } from './acts.ts';

export interface StoredChange {
  reason?: string;
  category?: string;
  tags?: string[];
  blockFiles?: boolean;
}

export interface BulkActRow
  extends Omit<Selectable<BulkActs>, 'act' | 'change' | 'filter' | 'state' | 'skipped'> {
  act: BulkAct['act'];
  change: StoredChange;
  filter: VideoFilter | null;
  state: BulkAct['state'];
  skipped: Partial<Record<SkipReason, number>>;
  undone_act: string | null;
  is_undone: boolean;
}

export interface NewBulkRow {
  act: BulkActRow['act'];
  change: StoredChange;
  filter?: VideoFilter;
  videoIds?: readonly string[];
  undoOf?: number;
  expected: number;
  expectedIsCapped?: boolean;
  orderedBy: string;
  /** Defaults to the newest video. */
  cursor?: string;
}

export async function insertBulkAct(tx: Db, row: NewBulkRow): Promise<number> {
  const rows = await execute(tx)<{ id: number }>`
    insert into bulk_acts (act, change, filter, video_ids, undo_of, expected, expected_is_capped, ordered_by, cursor)
    values (${row.act}, ${JSON.stringify(row.change)}::jsonb,
      ${row.filter ? JSON.stringify(row.filter) : null}::jsonb, ${row.videoIds ?? null}::text[], ${row.undoOf ?? null},
      ${row.expected}, ${row.expectedIsCapped ?? false}, ${row.orderedBy},
      coalesce(${row.cursor ?? null}, (extract(epoch from clock_timestamp()) * 1000000)::bigint || '~~'))
    returning id`;
  const [made] = rows;
  if (!made) throw new Error('The act was not stored.');
  return made.id;
}

// `exists` would read all acts for one page.
const columns = sql`b.id, b.act, b.change, b.filter, b.video_ids, b.undo_of, b.state, b.expected, b.expected_is_capped,
  b.cursor, b.done, b.skipped, b.ordered_by, b.created_at, b.finished_at,
  (select u.act from bulk_acts u where u.id = b.undo_of) as undone_act,
  (select true from bulk_acts u where u.undo_of = b.id and u.state <> 'stopped' limit 1) is not null as is_undone`;

export function selectBulkAct(db: Db, id: number): Promise<BulkActRow | undefined> {
  return firstRow(db)<BulkActRow>`select ${columns} from bulk_acts b where b.id = ${id}`;
}

export async function lockBulkAct(tx: Db, id: number): Promise<BulkActRow | undefined> {
  await execute(tx)`select from bulk_acts where id = ${id} for no key update`;
  return selectBulkAct(tx, id);
}

export async function lockRunningAct(tx: Db, id: number): Promise<BulkActRow | undefined> {
  const isLocked = await anyRow(tx)`
    select from bulk_acts where id = ${id} and state = 'running' for no key update skip locked`;
  return isLocked ? selectBulkAct(tx, id) : undefined;
}

/** Latest first. */
export function selectBulkActs(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<BulkActRow[]> {
  return execute(db)<BulkActRow>`
    select ${columns} from bulk_acts b where b.id < ${before}::bigint order by b.id desc limit ${limit}::int`;
}

export function selectRunningActs(db: Db): Promise<number[]> {
  return columnOf(db)<number>`
    select id from bulk_acts where state = 'running' order by id`;
}

export function isRemovingOf(
  db: Db,
  { sourceId, reason }: { sourceId: string; reason: string },
): Promise<boolean> {
  return anyRow(db)`
    select from bulk_acts b join videos v on v.id = any (b.video_ids)
    where b.state = 'running' and b.act = 'remove' and b.change->>'reason' = ${reason} and v.source_id = ${sourceId}
    limit 1`;
}

export interface Advance {
  cursor: string | undefined;
  done: number;
  skipped: Partial<Record<SkipReason, number>>;
}

export async function advanceBulkAct(tx: Db, id: number, { cursor, done, skipped }: Advance): Promise<void> {
  await execute(tx)`
    update bulk_acts set done = done + ${done}::int, cursor = coalesce(${cursor ?? null}, cursor),
      skipped = (select coalesce(jsonb_object_agg(key, n), '{}')
                 from (select key, sum(value::int) as n
                       from (select * from jsonb_each_text(skipped)
                             union all select * from jsonb_each_text(${JSON.stringify(skipped)}::jsonb)) as parts
                       group by key) as sums),
      state = case when ${cursor === undefined} then 'completed' else state end,
      finished_at = case when ${cursor === undefined} then now() else finished_at end
    where id = ${id}`;
}

export async function stopRunning(tx: Db, id: number): Promise<void> {
  await execute(tx)`
    update bulk_acts set state = 'stopped', finished_at = now() where id = ${id} and state = 'running'`;
}

/** Undo restores what an act changed first. */
export async function insertItems(tx: Db, id: number, items: readonly ChangedVideo[]): Promise<void> {
  if (items.length === 0) return;
  await execute(tx)`
    insert into bulk_act_items (bulk_act_id, video_id, before, after)
    select ${id}, video_id, before::jsonb, after::jsonb
    from unnest(${items.map((item) => item.id)}::text[],
                ${items.map(({ before }) => JSON.stringify(before))}::text[],
                ${items.map(({ after }) => JSON.stringify(after))}::text[]) as item (video_id, before, after)
    on conflict (bulk_act_id, video_id) do update set after = excluded.after`;
}

export function selectItems(
  tx: Db,
  { id, afterId, limit }: { id: number; afterId: string; limit: number },
): Promise<ChangedVideo[]> {
  return execute(tx)<ChangedVideo>`
    select video_id as id, before, after from bulk_act_items
    where bulk_act_id = ${id} and video_id > ${afterId} order by video_id limit ${limit}::int`;
}

/** Deletes items up to `limit`, then empty acts; returns how many items. */
export async function forgetOldActs(db: Db, before: Date, limit: number): Promise<number> {
  const old = sql`select id from bulk_acts where created_at < ${before} and state <> 'running'`;
  const rows = await execute(db)`
    delete from bulk_act_items where (bulk_act_id, video_id) in (
      select i.bulk_act_id, i.video_id from (${old}) as b join bulk_act_items i on i.bulk_act_id = b.id
      limit ${limit}::int) returning video_id`;
  if (rows.length < limit)
    await execute(db)`delete from bulk_acts b where b.id in (${old})
      and not exists (select from bulk_acts u where u.undo_of = b.id and u.state = 'running')`;
  return rows.length;
}
