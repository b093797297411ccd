import type { BlockImport } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute, firstRow, oneValue } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';

export interface ImportRow {
  id: number;
  list_id: number;
  list_name: string;
  version: string;
  dated: string;
  by: string;
  columns: string[];
  state: BlockImport['state'];
  lines: number;
  added: number;
  kept: number;
  removed: number;
  faulty: number;
  faults: BlockImport['faults'];
  videos: BlockImport['videos'];
  started_at: Date;
  finished_at: Date | null;
}

export interface ListRow {
  id: number;
  name: string;
  imports: ImportRow[];
}

const columns = sql`i.id, i.list_id, l.name as list_name, i.version, i.dated::text as dated, i.by, i.columns, i.state,
  i.lines, i.added, i.kept, i.removed, i.faulty, i.faults, i.started_at, i.finished_at,
  coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'title', v.title) order by v.id)
            from videos v where v.id = any (i.video_ids)), '[]') as videos`;

export async function selectLists(db: Db, most: number, imports: number): Promise<ListRow[]> {
  const lists = await execute(db)<{ id: number; name: string }>`
    select id, name from block_lists where removed_at is null order by lower(name) limit ${most}::int`;
  const rows = await execute(db)<ImportRow>`
    select ${columns} from unnest(${lists.map(({ id }) => id)}::bigint[]) as one (id)
    join block_lists l on l.id = one.id
    cross join lateral (select * from block_list_imports where list_id = one.id
                        order by id desc limit ${imports}::int) as i
    order by i.id desc`;
  return lists.map((list) => ({ ...list, imports: rows.filter(({ list_id: id }) => id === list.id) }));
}

/** Finds or creates the list and locks it. */
export async function lockListOf(tx: Db, name: string): Promise<number> {
  await execute(tx)`
    insert into block_lists (name) values (${name})
    on conflict (lower(name)) where removed_at is null do nothing`;
  const id = await oneValue(tx)<number>`
    select id from block_lists where lower(name) = lower(${name}) and removed_at is null for update`;
  if (id === undefined) throw new Error('The list was not stored.');
  return id;
}

/** The import in progress, and the date of the newest finished version. */
export async function selectStanding(
  tx: Db,
  listId: number,
): Promise<{ open: ImportRow | undefined; newest: { version: string; dated: string } | undefined }> {
  const open = await firstRow(tx)<ImportRow>`
    select ${columns} from block_list_imports i join block_lists l on l.id = i.list_id
    where i.list_id = ${listId} and i.state in ('receiving', 'finishing')`;
  const newest = await firstRow(tx)<{ version: string; dated: string }>`
    select version, dated::text as dated from block_list_imports
    where list_id = ${listId} and state in ('finished', 'finishing') order by id desc limit 1`;
  return { open, newest };
}

export async function insertImport(
  tx: Db,
  row: { listId: number; version: string; dated: string; by: string; columns: readonly string[]; now: Date },
): Promise<number> {
  const id = await oneValue(tx)<number>`
    insert into block_list_imports (list_id, version, dated, by, columns, started_at)
    values (${row.listId}, ${row.version}, ${row.dated}::date, ${row.by}, ${row.columns}::text[], ${row.now})
    returning id`;
  if (id === undefined) throw new Error('The import was not stored.');
  return id;
}

export function selectImport(db: Db, id: number): Promise<ImportRow | undefined> {
  return firstRow(db)<ImportRow>`
    select ${columns} from block_list_imports i join block_lists l on l.id = i.list_id where i.id = ${id}::bigint`;
}

export async function lockImport(tx: Db, id: number): Promise<ImportRow | undefined> {
  await execute(tx)`select from block_list_imports where id = ${id}::bigint for no key update`;
  return selectImport(tx, id);
}

export interface ListedAddress {
  hash: Buffer;
  address: string;
  reason: string;
}

export interface ListedContent {
  sha256: Buffer;
  reason: string;
}

export interface Written {
  added: number;
  kept: number;
}

type Import = Pick<ImportRow, 'id' | 'list_id'>;

/** Upserts entries; those from an earlier call are not counted again. Hashes must be unique. */
export function writeAddresses(tx: Db, { id, list_id: listId }: Import, all: readonly ListedAddress[]) {
  return written(
    execute(tx)<{ is_new: boolean }>`
      insert into blocked_addresses as b (hash, address, reason, list_id, import_id)
      select hash, address, reason, ${listId}, ${id}
      from unnest(${all.map(({ hash }) => hash)}::bytea[], ${all.map(({ address }) => address)}::text[],
                  ${all.map(({ reason }) => reason)}::text[]) as one (hash, address, reason) order by hash
      on conflict on constraint blocked_addresses_once do update
        set import_id = excluded.import_id, reason = excluded.reason where b.import_id <> excluded.import_id
      returning xmax = 0 as is_new`,
  );
}

export function writeContents(tx: Db, { id, list_id: listId }: Import, all: readonly ListedContent[]) {
  return written(
    execute(tx)<{ is_new: boolean }>`
      insert into blocked_contents as b (sha256, reason, list_id, import_id)
      select sha256, reason, ${listId}, ${id}
      from unnest(${all.map(({ sha256 }) => sha256)}::bytea[], ${all.map(({ reason }) => reason)}::text[])
        as one (sha256, reason) order by sha256
      on conflict on constraint blocked_contents_once do update
        set import_id = excluded.import_id, reason = excluded.reason where b.import_id <> excluded.import_id
      returning xmax = 0 as is_new`,
  );
}

async function written(rows: Promise<{ is_new: boolean }[]>): Promise<Written> {
  const all = await rows;
  const added = all.filter(({ is_new: isNew }) => isNew).length;
  return { added, kept: all.length - added };
}

export function selectNamedVideos(
  db: Db,
  { hashes, contents, limit }: { hashes: readonly Buffer[]; contents: readonly Buffer[]; limit: number },
): Promise<string[]> {
  return columnOf(db)<string>`
    select id from (
      select id from videos where source_url_hash = any (${hashes}::bytea[]) and status = 'published'
      union
      select id from videos where content_sha256 = any (${contents}::bytea[]) and status = 'published') as named
    limit ${limit}::int`;
}

export interface Progress extends Written {
  lines: number;
  faults: BlockImport['faults'];
  faulty: number;
  videoIds: readonly string[];
}

export async function advanceImport(
  tx: Db,
  id: number,
  { lines, added, kept, faulty, faults, videoIds }: Progress,
  most: { faults: number; videos: number },
): Promise<void> {
  await execute(tx)`
    update block_list_imports set lines = lines + ${lines}::int, added = added + ${added}::int,
      kept = kept + ${kept}::int, faulty = faulty + ${faulty}::int,
      faults = case when jsonb_array_length(faults) >= ${most.faults}::int then faults
                    else faults || ${JSON.stringify(faults)}::jsonb end,
      video_ids = (video_ids || ${videoIds}::text[])[1:${most.videos}::int]
    where id = ${id}`;
}

export async function endImport(
  tx: Db,
  id: number,
  state: 'finishing' | 'finished' | 'stopped',
  now: Date,
): Promise<void> {
  await execute(tx)`
    update block_list_imports set state = ${state},
      finished_at = case when ${state} = 'finishing' then null else ${now}::timestamptz end where id = ${id}`;
}

/** An import that is removing stale entries; skips one locked by another worker. */
export async function lockFinishing(tx: Db): Promise<ImportRow | undefined> {
  const id = await oneValue(tx)<number>`
    select id from block_list_imports where state = 'finishing' order by id limit 1 for no key update skip locked`;
  return id === undefined ? undefined : selectImport(tx, id);
}

export function lockRemoved(tx: Db): Promise<{ id: number } | undefined> {
  return firstRow(tx)<{ id: number }>`
    select id from block_lists where removed_at is not null order by id limit 1 for update skip locked`;
}

/** Deletes up to `limit` entries of a list, all or those missing from an import; returns the addresses' hashes. */
export async function deleteListed(
  tx: Db,
  { listId, before, limit }: { listId: number; before: number | null; limit: number },
): Promise<{ deleted: number; hashes: Buffer[] }> {
  const rest = before === null ? sql`true` : sql`import_id < ${before}::bigint`;
  const addresses = await execute(tx)<{ hash: Buffer }>`
    delete from blocked_addresses where id in (
      select id from blocked_addresses where list_id = ${listId} and ${rest} limit ${limit}::int) returning hash`;
  const contents = await execute(tx)`
    delete from blocked_contents where id in (
      select id from blocked_contents where list_id = ${listId} and ${rest} limit ${limit}::int) returning id`;
  return { deleted: addresses.length + contents.length, hashes: addresses.map(({ hash }) => hash) };
}

export async function countRemoved(tx: Db, id: number, removed: number): Promise<void> {
  await execute(tx)`update block_list_imports set removed = removed + ${removed}::int where id = ${id}`;
}

export async function markRemoved(tx: Db, id: number, now: Date): Promise<{ name: string } | undefined> {
  return firstRow(tx)<{ name: string }>`
    update block_lists set removed_at = ${now} where id = ${id}::bigint and removed_at is null returning name`;
}

export async function stopImports(tx: Db, listId: number, now: Date): Promise<void> {
  await execute(tx)`
    update block_list_imports set state = 'stopped', finished_at = ${now}
    where list_id = ${listId} and state in ('receiving', 'finishing')`;
}

export async function deleteList(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('block_lists').where('id', '=', id).execute();
}
