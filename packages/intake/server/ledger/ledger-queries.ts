import { DECISIONS, type Decision } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { isClearedAway } from '@vesper/library/videos';

export interface AddressRow {
  decision: Decision | null;
  detail: string | null;
  retry_at: Date | null;
  first_seen_at: Date | null;
  last_decided_at: Date | null;
  source_id: string | null;
  source_name: string | null;
  /** The address's own video, or the one that it duplicates. */
  video_id: string | null;
  /** The ledger names a video, possibly cleared. */
  had_video: boolean;
  video_status: string | null;
  video_title: string | null;
  job_id: string | null;
  job_status: string | null;
  job_error: string | null;
  job_error_class: string | null;
  job_retry_at: Date | null;
  job_cancelled_at: Date | null;
  block_reason: string | null;
  /** The last revisit. */
  visited_at: Date | null;
  visit_outcome: string | null;
}

export async function selectAddress(db: Db, hash: Buffer): Promise<AddressRow> {
  const rows = await execute(db)<AddressRow>`
    select a.decision, a.detail, a.retry_at, a.first_seen_at, a.last_decided_at,
      a.video_id is not null as had_video, s.id as source_id, s.name as source_name,
      v.id as video_id, v.status as video_status, v.title as video_title,
      j.id as job_id, j.status as job_status, j.error as job_error, j.error_class as job_error_class, j.retry_at as job_retry_at,
      j.cancelled_at as job_cancelled_at, b.reason as block_reason, r.visited_at, r.outcome as visit_outcome
    from (select ${hash}::bytea as hash) as wanted
    left join addresses a on a.hash = wanted.hash
    left join lateral (select reason from blocked_addresses where hash = wanted.hash
                       order by origin, id limit 1) b on true
    left join lateral (select * from download_jobs where source_url_hash = wanted.hash
                       order by created_at desc limit 1) j on true
    left join lateral (select id, status, title, source_id from videos v
                       where source_url_hash = wanted.hash and not ${isClearedAway}
                       union all
                       select id, status, title, source_id from videos v
                       where id = a.video_id and not ${isClearedAway} limit 1) v on true
    left join revisits r on r.video_id = v.id and a.decision <> 'duplicate'
    left join video_sources s on s.id = coalesce(a.source_id::text, j.source_id, v.source_id)`;
  const [row] = rows;
  if (!row) throw new Error('A query that always returns one row returned none.');
  return row;
}

export interface RunLedgerRow {
  url: string;
  decision: Decision;
  error_class: string | null;
  detail: string | null;
  retry_at: Date | null;
  source_id: string | null;
  video_id: string | null;
  job_id: string | null;
  last_decided_at: Date;
  decision_number: number;
}

/** Newest first; reads a few of each decision and merges them. */
export function selectRunLedger(
  db: Db,
  runId: string,
  page: { after: number | undefined; limit: number; decision: Decision | undefined },
): Promise<RunLedgerRow[]> {
  return execute(db)<RunLedgerRow>`
    select a.*, j.id as job_id from (select a.* from unnest(${page.decision ? [page.decision] : DECISIONS}::text[]) as wanted (decision),
    lateral (select hash, url, decision, error_class, detail, retry_at, source_id, video_id, last_decided_at, decision_number
             from addresses where run_id = ${runId}::uuid and decision = wanted.decision
               and decision_number < ${page.after ?? Number.MAX_SAFE_INTEGER}
             order by decision_number desc limit ${page.limit}) a
    order by a.decision_number desc limit ${page.limit}) a
    left join lateral (select id from download_jobs where source_url_hash = a.hash
                       order by created_at desc limit 1) j on true
    order by a.decision_number desc`;
}

export interface RunCountRow {
  sourceId: string;
  decision: Decision;
  count: number;
}

/** Counts by source and decision; undefined for an unknown run. */
export async function selectRunCounts(db: Db, runId: string): Promise<RunCountRow[] | undefined> {
  const rows = await execute(db)<RunCountRow>`
    select c.source_id as "sourceId", c.decision, (c.decided + c.seen)::bigint as count
    from crawler_runs r left join crawler_run_counts c on c.run_id = r.id
    where r.id = ${runId} order by c.source_id, c.decision`;
  if (rows.length === 0) return undefined;
  return rows.filter(({ decision }) => decision !== null);
}

export interface OutcomeRow {
  url: string;
  decision: Decision;
  error_class: string | null;
  detail: string | null;
  retry_at: Date | null;
  last_decided_at: Date;
  count: number;
}

/** Addresses summed up, and the most lines. */
const SUMMED_UP = 1_000;
const MOST_OUTCOMES = 30;
/** Reasons that differ only in quotations, addresses or numbers are alike. */
const PARTICULARS = String.raw`"[^"]*"|https?://\S+|\d[\d.,:]*`;

/** A source's latest addresses by decision and kind of reason; undefined for an unknown source. */
export async function selectOutcomesOfSource(db: Db, sourceId: string): Promise<OutcomeRow[] | undefined> {
  const rows = await execute(db)<OutcomeRow>`
    with latest as (
      select url, error_class, detail, retry_at, last_decided_at, decision_number,
        case when decision = 'new' and video_id is not null then 'known' else decision end as decision,
        regexp_replace(coalesce(detail, ''), ${PARTICULARS}, '', 'g') as kind
      from addresses where source_id = (select id::uuid from video_sources where id = ${sourceId})
      order by decision_number desc limit ${SUMMED_UP}),
    alike as (
      select distinct on (decision, error_class, kind) *,
        count(*) over (partition by decision, error_class, kind)::int as count
      from latest order by decision, error_class, kind, decision_number desc)
    select a.url, a.decision, a.error_class, a.detail, a.retry_at, a.last_decided_at, a.count
    from video_sources s left join alike a on true
    where s.id = ${sourceId} order by a.count desc, a.decision_number desc limit ${MOST_OUTCOMES}`;
  return rows.length === 0 ? undefined : rows.filter(({ url }) => url !== null);
}

/** Readable pages among the last thousand addresses; failed and unread ones last. */
export async function selectLatestPages(db: Db, sourceId: string, limit: number): Promise<string[]> {
  const rows = await execute(db)<{ url: string }>`
    select url from (select url, decision, video_id, decision_number from addresses where source_id = ${sourceId}::uuid
                     order by decision_number desc limit ${SUMMED_UP}) latest
    where decision not in ('blocked', 'robots')
    order by decision = 'failed' or decision = 'new' and video_id is null, decision_number desc limit ${limit}`;
  return rows.map(({ url }) => url);
}
