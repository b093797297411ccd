import type { QueueClearing } from '@vesper/contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { DownloadClearings } from '../../db/schema.ts';
import { isClearedAway } from '../videos/index.ts';

export type ClearingRow = Pick<Selectable<DownloadClearings>, 'id' | 'cleared_at' | 'jobs'>;

/** For so long a clearing can be undone. */
const UNDONE_WITHIN = sql`interval '1 hour'`;
const UNDONE_WITHIN_MS = 3_600_000;

export interface ClearedJobs {
  clearing: ClearingRow | undefined;
  /** Of their addresses. */
  hashes: Buffer[];
  sourceIds: string[];
}

/** Moves what waits from the queue to where it is kept for a while, as it is, whatever waits while it is being taken up. */
export async function moveOutPending(tx: Db): Promise<ClearedJobs> {
  const { rows } = await sql<{ clearing: string; hash: Buffer; source_id: string | null }>`
    with clearing as (insert into download_clearings (jobs) values (0) returning id),
    gone as (
      delete from download_jobs where id in
        (select id from download_jobs where status = 'pending' order by position desc for update skip locked)
      returning *),
    kept as (
      insert into cleared_downloads (clearing_id, position, job)
      select clearing.id, gone.position, to_jsonb(gone) from clearing, gone)
    select clearing.id as clearing, gone.source_url_hash as hash, gone.source_id from clearing, gone`.execute(
    tx,
  );
  const [first] = rows;
  if (!first) {
    await sql`delete from download_clearings where jobs = 0`.execute(tx);
    return { clearing: undefined, hashes: [], sourceIds: [] };
  }
  const clearing = await tx
    .updateTable('download_clearings')
    .set({ jobs: rows.length })
    .where('id', '=', first.clearing)
    .returning(['id', 'cleared_at', 'jobs'])
    .executeTakeFirstOrThrow();
  return {
    clearing,
    hashes: rows.map(({ hash }) => hash),
    sourceIds: [...new Set(rows.flatMap(({ source_id }) => source_id ?? []))].sort(),
  };
}

/** The latest first. */
export async function selectClearings(db: Db): Promise<ClearingRow[]> {
  const { rows } = await sql<ClearingRow>`
    select id, cleared_at, jobs from download_clearings
    where cleared_at > now() - ${UNDONE_WITHIN} and undone_at is null order by cleared_at desc`.execute(db);
  return rows;
}

export function viewClearing({ id, cleared_at: clearedAt, jobs }: ClearingRow): QueueClearing {
  const until = new Date(clearedAt.getTime() + UNDONE_WITHIN_MS).toISOString();
  return { id, clearedAt: clearedAt.toISOString(), until, count: jobs };
}

/** Marks a clearing as undone; undefined where there is none, or not any more. */
export async function markUndone(tx: Db, id: string): Promise<ClearingRow | undefined> {
  const { rows } = await sql<ClearingRow>`
    update download_clearings set undone_at = now()
    where id = ${id} and undone_at is null and cleared_at > now() - ${UNDONE_WITHIN}
    returning id, cleared_at, jobs`.execute(tx);
  return rows[0];
}

/** All columns that are not made of others. */
const COLUMNS = sql`id, source_url, source_url_hash, status, progress, error, error_class, video_id, source_id,
  crawler_run_id, metadata, attempts, leases, returns, retry_at, created_at, completed_at, external_id, cancelled_at,
  priority, position, run_at, leased_until, received_bytes, total_bytes, bytes_per_second, step, moved_at`;

/**
 * Puts the jobs of a clearing back as they were, and their runs' counts; how many. Left out is what has come otherwise
 * since: its address waits again or has a new video, is blocked, or its source is gone or its run was stopped.
 */
export async function putBack(tx: Db, { id, cleared_at: clearedAt }: ClearingRow): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with kept as (delete from cleared_downloads where clearing_id = ${id} returning job),
    fitting as (
      select (jsonb_populate_record(j, jsonb_build_object(
               'video_id', (select v.id from videos v where v.id = j.video_id)))).*
      from kept cross join lateral jsonb_populate_record(null::download_jobs, kept.job) as j
      where not exists (select from blocked_addresses b where b.hash = j.source_url_hash)
        and not exists (select from videos v where v.source_url_hash = j.source_url_hash
                        and v.created_at > ${clearedAt} and not ${isClearedAway})
        and (j.source_id is null
             or exists (select from video_sources s
                        where s.id = j.source_id and s.deleting_at is null and s.struck_out_at is null))
        and not exists (select from crawler_runs r where r.id = j.crawler_run_id
                        and r.status = 'cancelled' and r.completed_at > ${clearedAt})),
    restored as (
      insert into download_jobs (${COLUMNS}) overriding system value
      select ${COLUMNS} from fitting order by source_url_hash, position
      on conflict (source_url_hash) where status in ('pending', 'processing') do nothing
      returning crawler_run_id),
    counted as (
      update crawler_runs r set videos_taken_out = greatest(0, r.videos_taken_out - c.n)
      from (select crawler_run_id as id, count(*)::int as n from restored
            where crawler_run_id is not null group by 1) as c
      where r.id = c.id)
    select count(*)::int as n from restored`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Forgets what can be put back no more. */
export async function forgetClearings(db: Db): Promise<void> {
  await sql`delete from download_clearings where cleared_at <= now() - ${UNDONE_WITHIN}`.execute(db);
}
