import type { BlockKind, BlockOrigin } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow } from '@vesper/core/db/run-sql.ts';
import { type RawBuilder, sql } from 'kysely';

export interface EntryRow {
  kind: BlockKind;
  number: number;
  what: string;
  source_id: string | null;
  source_name: string | null;
  reason: string;
  origin: BlockOrigin;
  case_id: string | null;
  list_id: number | null;
  list_name: string | null;
  version: string | null;
  dated: string | null;
  by: string | null;
  created_at: Date;
  until: Date | null;
}

type Part = RawBuilder<unknown>;

const SHOWN: Readonly<Record<BlockKind, (entries: Part) => Part>> = {
  address: (entries) => sql`
    select 'address' as kind, e.id as number, coalesce(e.address, a.url, encode(e.hash, 'hex')) as what,
      null::text as source_id, null::text as source_name, ${OF_ALL}, ${OF_LISTS}
    from ${entries} left join addresses a on a.hash = e.hash ${LISTS}`,
  id: (entries) => sql`
    select 'id' as kind, e.id as number, e.external_id as what, e.source_id, s.name as source_name, ${OF_ALL},
      null::bigint as list_id, null::text as list_name, null::text as version, null::text as dated
    from ${entries} left join video_sources s on s.id = e.source_id`,
  content: (entries) => sql`
    select 'content' as kind, e.id as number, encode(e.sha256, 'hex') as what, null::text as source_id,
      null::text as source_name, ${OF_ALL}, ${OF_LISTS}
    from ${entries} ${LISTS}`,
};

const OF_ALL = sql`e.reason, e.origin, e.case_id, e.by, e.created_at, e.until`;
const OF_LISTS = sql`e.list_id, l.name as list_name, i.version, i.dated::text as dated`;
const LISTS = sql`left join block_lists l on l.id = e.list_id left join block_list_imports i on i.id = e.import_id`;

const TABLES = {
  address: 'blocked_addresses',
  id: 'blocked_external_ids',
  content: 'blocked_contents',
} as const satisfies Record<BlockKind, string>;

/** Returns the hashes of deleted addresses, null for the other kinds. */
const DELETE: Readonly<Record<BlockKind, (matches: Part) => Part>> = {
  address: (matches) => sql`delete from blocked_addresses where ${matches} returning hash`,
  id: (matches) => sql`delete from blocked_external_ids where ${matches} returning null::bytea as hash`,
  content: (matches) => sql`delete from blocked_contents where ${matches} returning null::bytea as hash`,
};

export function selectEntries(
  db: Db,
  {
    kind,
    origin,
    after,
    limit,
  }: { kind: BlockKind; origin?: BlockOrigin | undefined; after?: number | undefined; limit: number },
): Promise<EntryRow[]> {
  const entries = sql`(select * from ${sql.table(TABLES[kind])}
    where ${origin === undefined ? sql`true` : sql`origin = ${origin}`}
      and ${after === undefined ? sql`true` : sql`id < ${after}::bigint`}
    order by id desc limit ${limit}::int) as e`;
  return execute(db)<EntryRow>`${SHOWN[kind](entries)} order by e.id desc`;
}

export interface Sought {
  addressHashes: readonly Buffer[];
  sha256: Buffer | null;
  /** A source's video id, or a case. */
  name: string;
}

/** The newest matches of each kind, up to the limit. */
export async function findEntries(
  db: Db,
  { addressHashes, sha256, name }: Sought,
  limit: number,
): Promise<EntryRow[]> {
  const found = (kind: BlockKind, matches: Part) => {
    const entries = sql`(select * from ${sql.table(TABLES[kind])} where ${matches}
      order by id desc limit ${limit}::int) as e`;
    return execute(db)<EntryRow>`${SHOWN[kind](entries)} order by e.id desc`;
  };
  const ofCase = sql`case_id = ${name}`;
  const hashes = sha256 ? [...addressHashes, sha256] : addressHashes;
  return [
    ...(await found('address', sql`hash = any (${hashes}::bytea[]) or ${ofCase}`)),
    ...(await found('id', sql`external_id = ${name} or ${ofCase}`)),
    ...(await found('content', sql`sha256 = ${sha256}::bytea or ${ofCase}`)),
  ];
}

export async function selectEntry(
  db: Db,
  { kind, number }: { kind: BlockKind; number: number },
): Promise<EntryRow | undefined> {
  const entries = sql`(select * from ${sql.table(TABLES[kind])} where id = ${number}::bigint) as e`;
  return firstRow(db)<EntryRow>`${SHOWN[kind](entries)}`;
}

export type OwnBlock = { reason: string; by: string; until: Date | null } & (
  | { kind: 'address'; hash: Buffer; address: string }
  | { kind: 'id'; sourceId: string; externalId: string }
  | { kind: 'content'; sha256: Buffer }
);

/** Returns its number; undefined if an administrator's entry exists. */
export async function insertOwnBlock(tx: Db, block: OwnBlock): Promise<number | undefined> {
  const { reason, by, until } = block;
  const rows = await execute(tx)<{ id: number }>`${
    block.kind === 'address'
      ? sql`insert into blocked_addresses (hash, address, reason, by, until)
          values (${block.hash}, ${block.address}, ${reason}, ${by}, ${until})`
      : block.kind === 'id'
        ? sql`insert into blocked_external_ids (source_id, external_id, reason, by, until)
            values (${block.sourceId}, ${block.externalId}, ${reason}, ${by}, ${until})`
        : sql`insert into blocked_contents (sha256, reason, by, until)
            values (${block.sha256}, ${reason}, ${by}, ${until})`
  } on conflict do nothing returning id`;
  return rows[0]?.id;
}

export async function deleteOwnBlock(
  tx: Db,
  { kind, number }: { kind: BlockKind; number: number },
): Promise<{ hash: Buffer | null } | undefined> {
  const its = sql`id = ${number}::bigint and origin = 'administrator'`;
  return firstRow(tx)<{ hash: Buffer | null }>`${DELETE[kind](its)}`;
}

export function deleteEnded(
  tx: Db,
  { kind, now, limit }: { kind: BlockKind; now: Date; limit: number },
): Promise<{ hash: Buffer | null }[]> {
  const ended = sql`id in (select id from ${sql.table(TABLES[kind])} where until <= ${now}
    order by until limit ${limit}::int)`;
  return execute(tx)<{ hash: Buffer | null }>`${DELETE[kind](ended)}`;
}

export function selectPublicVideo(
  db: Db,
  { hash, sha256 }: { hash: Buffer | null; sha256: Buffer | null },
): Promise<{ id: string; title: string } | undefined> {
  return firstRow(db)<{ id: string; title: string }>`
    (select id, title from videos where source_url_hash = ${hash}::bytea and status = 'published' limit 1)
    union all
    (select id, title from videos where content_sha256 = ${sha256}::bytea and status = 'published' limit 1)
    limit 1`;
}

export function hasSource(db: Db, id: string): Promise<boolean> {
  return anyRow(db)`select from video_sources where id = ${id}`;
}
