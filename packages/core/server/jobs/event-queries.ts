import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { anyRow, execute } from '../db/run-sql.ts';
import type { JobEvents } from '../db/schema.ts';
import type { Lease } from './leased-queries.ts';

export type JobEventRow = Selectable<JobEvents>;

export interface EnteredStep {
  step: string;
  agoMs: number;
}

/**
 * Runs an update that returns the id of our leased job and records new steps in one statement, in order even if an
 * earlier one was delayed by a lock. False if the lease was lost. Triggers record all other events.
 */
export async function updateNoting(
  db: Db,
  { leases }: Lease,
  update: RawBuilder<unknown>,
  entered: readonly EnteredStep[],
): Promise<boolean> {
  if (entered.length === 0) return (await update.execute(db)).rows.length > 0;
  return anyRow(db)`
    with ours as (${update}), noted as (
      insert into job_events (job_id, at, kind, lease, step)
      select ours.id, greatest(clock_timestamp() - ago * interval '1 millisecond', former.at), 'step',
        ${leases}::int, name
      from ours cross join lateral (
        select max(e.at) as at from job_events e
        where e.job_id = ours.id and e.lease = ${leases}::int and e.kind = 'step') as former, unnest(${entered.map(({ step }) => step)}::text[],
                        ${entered.map(({ agoMs }) => agoMs)}::float8[]) with ordinality as entered (name, ago, place)
      order by place
      on conflict (job_id, lease, step) where kind = 'step' do nothing
    ) select id from ours`;
}

export function selectEvents(db: Db, jobId: string, limit: number): Promise<JobEventRow[]> {
  return execute(db)<JobEventRow>`
    select * from (select * from job_events where job_id = ${jobId} order by id desc limit ${limit}) as last
    order by at, id`;
}

/** Oldest first, at most `limit`; returns how many. */
export async function deleteEventsBefore(db: Db, moment: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from job_events where (job_id, id) in
      (select job_id, id from job_events where at < ${moment} order by at limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}
