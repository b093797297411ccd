import type { Decision, DumpFile, DumpLayout } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import type { DumpRuns } from '@vesper/core/db/schema.ts';
import type { Selectable } from 'kysely';

export type DumpRunRow = Selectable<DumpRuns>;

export interface LayoutRow {
  file: DumpFile;
  url: string | null;
  layout: DumpLayout | null;
}

export function selectLayouts(db: Db, sourceId: string): Promise<LayoutRow[]> {
  return execute(db)<LayoutRow>`select file, url, layout from dump_layouts where source_id = ${sourceId}`;
}

export async function upsertLayout(
  db: Db,
  sourceId: string,
  { file, url, layout }: LayoutRow,
): Promise<void> {
  const stored = layout === null ? null : JSON.stringify(layout);
  await execute(db)`
    insert into dump_layouts (source_id, file, url, layout) values (${sourceId}, ${file}, ${url}, ${stored}::jsonb)
    on conflict (source_id, file) do update set url = excluded.url, layout = excluded.layout`;
}

export async function deleteLayout(db: Db, sourceId: string, file: DumpFile): Promise<void> {
  await execute(db)`delete from dump_layouts where source_id = ${sourceId} and file = ${file}`;
}

/** Undefined if the file is being read or undone. */
export async function insertRun(db: Db, sourceId: string, file: DumpFile): Promise<DumpRunRow | undefined> {
  return db
    .insertInto('dump_runs')
    .values({ source_id: sourceId, file })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function selectRun(db: Db, id: string): Promise<DumpRunRow | undefined> {
  return db.selectFrom('dump_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectRuns(db: Db, sourceId: string, limit: number): Promise<DumpRunRow[]> {
  return db
    .selectFrom('dump_runs')
    .selectAll()
    .where('source_id', '=', sourceId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export function selectOpenRuns(db: Db): Promise<{ id: string; state: string }[]> {
  return execute(db)<{ id: string; state: string }>`
    select id, state from dump_runs where state in ('running', 'undoing')`;
}

/** Of enabled sources, not read for nearly a day. */
export function selectDueFiles(db: Db, now: Date): Promise<{ sourceId: string; file: DumpFile }[]> {
  return execute(db)<{ sourceId: string; file: DumpFile }>`
    select s.id as "sourceId", f.file
    from video_sources s,
      lateral (select 'videos' as file
               union all select file from dump_layouts where source_id = s.id and file = 'deletions') as f
    where s.kind = 'dump' and s.enabled and not exists (
      select from dump_runs r where r.source_id = s.id and r.file = f.file
        and (r.finished_at is null or r.started_at > ${now}::timestamptz - interval '23 hours'))
    order by s.id, f.file`;
}

export function restartRun(db: Db, id: string): Promise<DumpRunRow | undefined> {
  return firstRow(db)<DumpRunRow>`
    update dump_runs set lines = 0, bad_lines = 0, problems = '[]', seen = '{}' where id = ${id} and state = 'running' returning *`;
}

/** Keeps the run from being stopped until the transaction ends; false if it has ended. */
export function holdRun(tx: Db, id: string): Promise<boolean> {
  return anyRow(tx)`select from dump_runs where id = ${id} and state = 'running' for no key update`;
}

export interface Progress {
  lines: number;
  badLines: number;
  problems: readonly { message: string; count: number; line: number }[];
  hidden?: number;
  changed?: number;
}

/** `lines` and `badLines` are totals, `hidden` and `changed` are this step's. */
export async function updateProgress(tx: Db, id: string, progress: Progress): Promise<void> {
  const { lines, badLines, problems, hidden = 0, changed = 0 } = progress;
  await execute(tx)`
    update dump_runs set lines = ${lines}, bad_lines = ${badLines}, problems = ${JSON.stringify(problems)}::jsonb,
      hidden = hidden + ${hidden}, changed = changed + ${changed}
    where id = ${id}`;
}

export type DecisionCounts = Readonly<Partial<Record<Decision, number>>>;

/** See dump_runs. */
export interface RunCounts {
  decided: DecisionCounts;
  seen: DecisionCounts;
}

export async function updateCounts(tx: Db, id: string, { decided, seen }: RunCounts): Promise<void> {
  await execute(tx)`
    update dump_runs set decided = ${JSON.stringify(decided)}::jsonb, seen = ${JSON.stringify(seen)}::jsonb
    where id = ${id}`;
}

export interface RunEnd {
  state: 'completed' | 'failed' | 'stopped';
  error?: string | null;
  isUnchanged?: boolean;
}

/** Undefined if it has ended already. */
export function endRun(
  db: Db,
  id: string,
  { state, error = null, isUnchanged = false }: RunEnd,
): Promise<DumpRunRow | undefined> {
  return firstRow(db)<DumpRunRow>`
    update dump_runs set state = ${state}, error = ${error}, is_unchanged = ${isUnchanged}, finished_at = now()
    where id = ${id} and state = 'running' returning *`;
}

/** Keeps a source's basis from being withdrawn until the transaction ends; false if it covers nothing. */
export function holdSource(tx: Db, sourceId: string): Promise<boolean> {
  return anyRow(tx)`
    select from video_sources
    where id = ${sourceId} and enabled and is_covered(id, delivery, clock_timestamp()) for no key update`;
}

export async function selectWithdrawn(
  tx: Db,
  sourceId: string,
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const rows = await execute(tx)<{ hash: Buffer }>`
    select hash from withdrawn_lines
    where source_id = ${sourceId} and hash = any (${hashes}::bytea[]) and not is_undone`;
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
}

export async function insertWithdrawn(
  tx: Db,
  { sourceId, runId }: { sourceId: string; runId: string },
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  const rows = await execute(tx)<{ hash: Buffer }>`
    insert into withdrawn_lines (source_id, hash, run_id)
    select distinct ${sourceId}, hash, ${runId}::uuid from unnest(${hashes}::bytea[]) as hash order by hash
    on conflict do nothing returning hash`;
  return rows.map(({ hash }) => hash);
}

export async function updateWithdrawnVideos(
  tx: Db,
  sourceId: string,
  videos: readonly { hash: Buffer; videoId: string }[],
): Promise<void> {
  await execute(tx)`
    update withdrawn_lines w set video_id = one.video_id
    from unnest(${videos.map(({ hash }) => hash)}::bytea[], ${videos.map(({ videoId }) => videoId)}::text[])
      as one (hash, video_id)
    where w.source_id = ${sourceId} and w.hash = one.hash`;
}

/** Undoes up to `limit` lines of a run; returns their hidden videos and the line count. */
export async function undoWithdrawn(
  tx: Db,
  runId: string,
  limit: number,
): Promise<{ lines: number; videoIds: string[] }> {
  const rows = await execute(tx)<{ video_id: string | null }>`
    with taken as (
      select source_id, hash from withdrawn_lines where run_id = ${runId} and not is_undone
      order by hash limit ${limit}::int for no key update)
    update withdrawn_lines w set is_undone = true from taken
    where w.source_id = taken.source_id and w.hash = taken.hash returning w.video_id`;
  const ids = rows.map(({ video_id }) => video_id).filter((id) => id !== null);
  return { lines: rows.length, videoIds: [...new Set(ids)] };
}

/** Undefined if the run, its undoing, or another run of the file is in progress. */
export function beginUndoing(db: Db, id: string): Promise<DumpRunRow | undefined> {
  return firstRow(db)<DumpRunRow>`
    update dump_runs r set state = 'undoing', finished_at = null
    where id = ${id} and file = 'deletions' and state in ('completed', 'failed', 'stopped') and not exists (
      select from dump_runs o where o.source_id = r.source_id and o.file = r.file and o.state in ('running', 'undoing'))
    returning *`;
}

export async function updateUndoing(tx: Db, id: string, shown: number, isOver: boolean): Promise<void> {
  await execute(tx)`
    update dump_runs set shown = shown + ${shown},
      state = case when ${isOver} then 'undone' else state end,
      finished_at = case when ${isOver} then now() else finished_at end
    where id = ${id}`;
}
