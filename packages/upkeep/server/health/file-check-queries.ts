import type { Db } from '@vesper/core/db/pool.ts';
import { anyRow, execute, firstRow, numberOf } from '@vesper/core/db/run-sql.ts';
import type { FileChecks } from '@vesper/core/db/schema.ts';
import type { MediaFile } from '@vesper/library/media';
import { type Selectable, sql } from 'kysely';

export type FilePass = Selectable<FileChecks>;

export function selectOpenPass(db: Db): Promise<FilePass | undefined> {
  return firstRow(db)<FilePass>`select * from file_checks where finished_at is null`;
}

export function selectPass(db: Db, id: number): Promise<FilePass | undefined> {
  return firstRow(db)<FilePass>`select * from file_checks where id = ${id}`;
}

/** Returns another worker's if it has just begun one. */
export async function beginPass(db: Db, now: Date): Promise<FilePass> {
  await execute(db)`insert into file_checks (started_at) values (${now}) on conflict do nothing`;
  return db.selectFrom('file_checks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
}

/** Deletes older passes. */
export async function claimFinishedPass(
  db: Db,
  { since, now }: { since: Date; now: Date },
): Promise<FilePass | undefined> {
  const pass = await firstRow(db)<FilePass>`
    update file_checks set reported_at = ${now} where finished_at >= ${since} and reported_at is null returning *`;
  if (pass) await execute(db)`delete from file_checks where id < ${pass.id}`;
  return pass;
}

/** False if another worker already has. Locks the row. */
export function advancePass(
  tx: Db,
  { id, cursor }: Pick<FilePass, 'id' | 'cursor'>,
  to: { cursor: string | undefined; checked: number; missing: number; finishedAt: Date | null },
): Promise<boolean> {
  return anyRow(tx)`
    update file_checks set cursor = ${to.cursor ?? cursor}, checked = checked + ${to.checked}::int,
      missing = missing + ${to.missing}::int, finished_at = ${to.finishedAt}::timestamptz
    where id = ${id} and cursor = ${cursor} and finished_at is null returning id`;
}

export async function addRequeued(tx: Db, id: number, n: number): Promise<void> {
  await execute(tx)`
    update file_checks set requeued = requeued + ${n}::int where id = ${id} and ${n}::int > 0`;
}

export interface HostedFiles {
  id: string;
  status: 'published' | 'hidden';
  /** A storage key. */
  video_url: string;
  thumbnail_url: string;
  /** `isAside`: quarantined, or being released. */
  files: (Pick<MediaFile, 'key' | 'place' | 'purpose' | 'name'> & { isAside: boolean })[];
}

/** For videos called `v`. */
const files = sql`(
  select coalesce(json_agg(json_build_object('key', f.key, 'place', f.place, 'purpose', f.purpose, 'name', f.name,
                                             'isAside', f.quarantined_at is not null)), '[]')
  from stored_files f where f.video_id = v.id)`;

/** Published hosted videos, and those hidden because their file was gone. `lastId` is undefined after the end. */
export async function selectFilesBatch(
  db: Db,
  afterId: string,
  limit: number,
): Promise<{ lastId: string | undefined; videos: HostedFiles[] }> {
  const rows = await execute(db)<HostedFiles & { is_wanted: boolean }>`
    select v.id, v.status, v.video_url, v.thumbnail_url, v.is_wanted,
      case when v.is_wanted then ${files} else '[]' end as files
    from (select id, status, video_url, thumbnail_url,
            kind = 'hosted' and (status = 'published' or (status = 'hidden' and hidden_reason = 'gone'))
              and not is_cleared(v) as is_wanted
          from videos v where id > ${afterId} order by id limit ${limit}::int) as v
    order by v.id`;
  return { lastId: rows.at(-1)?.id, videos: rows.filter((row) => row.is_wanted) };
}

export async function endFileChecks(tx: Db): Promise<void> {
  await execute(tx)`update file_checks set finished_at = now() where finished_at is null`;
}

/** Missing in the last complete pass and not queued for download. */
export function countLost(db: Db): Promise<number> {
  return numberOf(db)`
    select greatest(missing - requeued, 0)::int from file_checks
    where finished_at is not null order by id desc limit 1`;
}
