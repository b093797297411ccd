import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import type { JobEvents } from '../../kernel/db/schema.ts';

export type JobEventRow = Selectable<JobEvents>;

/** The last events of a job, in their order. */
export async function selectEvents(db: Db, jobId: string, limit: number): Promise<JobEventRow[]> {
  const { rows } = await sql<JobEventRow>`
    select * from (select * from job_events where job_id = ${jobId} order by id desc limit ${limit}) as last
    order by at, id`.execute(db);
  return rows;
}

/** Deletes events from before a moment, the oldest first, at most `limit`; how many. */
export async function deleteEventsBefore(db: Db, moment: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from job_events where (job_id, id) in
      (select job_id, id from job_events where at < ${moment} order by at limit ${limit})`.execute(db);
  return Number(numAffectedRows);
}
