import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { anyRow, execute } from '../db/run-sql.ts';
import type { JobEvents } from '../db/schema.ts';
import type { Lease } from './leased-queries.ts';

export type JobEventRow = Selectable<JobEvents>;

/** A step that was entered, and how long ago in milliseconds. */
export interface EnteredStep {
  step: string;
  agoMs: number;
}

/**
 * Runs an update that returns the id of a job of ours, and notes the steps that were entered, in one statement. Those
 * that were noted before are left out. None is earlier than the last one noted: a statement that had to wait may have
 * put that one too late. False if the job is not ours any more. Triggers note all other events.
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

/** The last events of a job, in their order. */
export function selectEvents(db: Db, jobId: string, limit: number): Promise<JobEventRow[]> {
  return execute(db)<JobEventRow>`
    select * from (select * from job_events where job_id = ${jobId} order by id desc limit ${limit}) as last
    order by at, id`;
}

/** Deletes events from before a moment, the oldest first, at most `limit`; how many. */
export async function deleteEventsBefore(db: Db, moment: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from job_events where (job_id, id) in
      (select job_id, id from job_events where at < ${moment} order by at limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}
