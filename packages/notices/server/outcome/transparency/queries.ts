import { counterNotice, type ReportOutcome } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';
import { ANSWERS } from '../../cases/index.ts';
import type { DecidedCase } from './statements.ts';

/** Reads every case, so only in a job. Unconfirmed notices count once decided: anybody can send them. */
export async function countCases(tx: Db, now: Date): Promise<void> {
  await execute(tx)`delete from transparency_counts`;
  await execute(tx)`
    insert into transparency_counts (quarter, kind, outcome, cases, median_seconds, counted_at)
    select quarter, kind, coalesce(result, 'received'), count(*)::int,
      round(percentile_cont(0.5) within group (order by greatest(0, extract(epoch from decided_at - received_at)))
        filter (where decided_at is not null))::int,
      ${now}::timestamptz
    from (
      select received_at, decided_at, kind, date_trunc('quarter', received_at at time zone 'UTC')::date as quarter,
        case when is_open then 'waiting'
             when state in ('denied', 'withdrawn', 'restored') then state
             when kind = ${counterNotice.kind} then 'forwarded'
             when ground = any (${ANSWERS}::text[]) then 'answered'
             else coalesce(outcome, 'taken_off') end as result
      from cases where confirmed_at is not null or decided_at is not null) as counted
    group by grouping sets ((quarter, kind, result), (quarter, kind))`;
}

export interface CountRow {
  /** `2026-Q4`. */
  quarter: string;
  kind: string;
  outcome: ReportOutcome | 'received';
  cases: number;
  median_seconds: number | null;
  counted_at: Date;
}

/** Latest first. */
export function selectCounts(db: Db, quarters: number): Promise<CountRow[]> {
  return execute(db)<CountRow>`
    select to_char(quarter, 'YYYY"-Q"Q') as quarter, kind, outcome, cases, median_seconds, counted_at
    from transparency_counts
    where quarter > (select max(quarter) from transparency_counts) - ${quarters}::int * interval '3 months'
    order by transparency_counts.quarter desc, kind, outcome`;
}

export type CaseToExport = Omit<DecidedCase, 'ground' | 'label'> & { ground: string | null };

/** In order of receipt, in any state. */
export function selectCases(
  db: Db,
  { caseId, after, limit }: { caseId?: string | undefined; after?: string | undefined; limit: number },
): Promise<CaseToExport[]> {
  const which =
    caseId !== undefined
      ? sql`id = ${caseId}`
      : after === undefined
        ? sql`true`
        : sql`(received_at, id) > (select received_at, id from cases where id = ${after})`;
  return execute(db)<CaseToExport>`
    select c.id, c.kind, c.domain, c.received_at, c.decided_at, c.hidden_at, c.restored_at, c.outcome, c.ground,
      c.category, v.content_at, coalesce(v.video_ids, '{}') as video_ids
    from (select * from cases where ${which} order by received_at, id limit ${limit}::int) as c
    cross join lateral (
      select min(v.published_at) as content_at, array_agg(v.id order by t.position) as video_ids
      from case_targets t join videos v on v.id = t.video_id where t.case_id = c.id) as v
    order by c.received_at, c.id`;
}
