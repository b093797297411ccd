import type { Db } from '@vesper/core/db/pool.ts';
import { columnOf, execute } from '@vesper/core/db/run-sql.ts';
import type { CrawlerProblems, CrawlerRuns } from '@vesper/core/db/schema.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export type CrawlerRunRow = Selectable<CrawlerRuns>;
export type CrawlerProblemRow = Selectable<CrawlerProblems>;

export type RunView = CrawlerRunRow & { videos_open: number };

/** Undefined if a run is in progress, or already started for that scheduled time. */
export async function insertRun(
  db: Db,
  { targetCount, scheduledFor }: { targetCount: number; scheduledFor: Date | null },
): Promise<CrawlerRunRow | undefined> {
  return db
    .insertInto('crawler_runs')
    .values({ target_count: targetCount, scheduled_for: scheduledFor })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function selectRun(db: Db, id: string): Promise<CrawlerRunRow | undefined> {
  return db.selectFrom('crawler_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectRunning(db: Db): Promise<CrawlerRunRow | undefined> {
  return db.selectFrom('crawler_runs').selectAll().where('status', '=', 'running').executeTakeFirst();
}

/** Counts a start of reading; undefined if nothing is left to read. */
export async function beginDiscovery(db: Db, id: string): Promise<CrawlerRunRow | undefined> {
  return db
    .updateTable('crawler_runs')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('discovered_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function selectLatestRuns(
  db: Db,
  limit: number,
  before?: Pick<CrawlerRunRow, 'id' | 'started_at'>,
): Promise<RunView[]> {
  let query = runViews(db).orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (before)
    query = query.where(sql<boolean>`(started_at, id) < (${before.started_at}::timestamptz, ${before.id})`);
  return query.execute();
}

export async function selectRunView(db: Db, id: string): Promise<RunView | undefined> {
  return runViews(db).where('id', '=', id).executeTakeFirst();
}

function runViews(db: Db) {
  return db
    .selectFrom('crawler_runs')
    .selectAll()
    .select(
      sql<number>`(select count(*)::int from (
        select from download_jobs j
        where j.crawler_run_id = crawler_runs.id and j.status in ('pending', 'processing')
        limit 10000) as open)`.as('videos_open'),
    );
}

export async function isRunGoing(db: Db, id: string): Promise<boolean> {
  const run = await db.selectFrom('crawler_runs').select('status').where('id', '=', id).executeTakeFirst();
  return run?.status === 'running';
}

/** Keeps the run from being stopped until the transaction ends. Throws gone if it has ended. */
export async function holdRun(tx: Db, id: string): Promise<void> {
  const rows = await execute(tx)`
    select from crawler_runs where id = ${id} and status = 'running' for share`;
  if (rows.length === 0) throw new AppError('gone', 'The crawler run has ended.');
}

export async function cancelRun(tx: Db, at: Date, id?: string): Promise<string | undefined> {
  const run = await tx
    .updateTable('crawler_runs')
    .set({ status: 'cancelled', completed_at: at })
    .where('status', '=', 'running')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning('id')
    .executeTakeFirst();
  return run?.id;
}

export function selectScheduleTimes(
  db: Db,
  { time, timeZone }: { time: string; timeZone: string },
  now: Date,
): Promise<Date[]> {
  return columnOf(db)<Date>`
    select ((${now}::timestamptz at time zone ${timeZone})::date + day + ${time}::time) at time zone ${timeZone} as at
    from generate_series(-2, 2) as day order by at`;
}

export async function selectStartOfDay(db: Db, timeZone: string, now: Date): Promise<Date> {
  const rows = await execute(db)<{ at: Date }>`
    select date_trunc('day', ${now}::timestamptz, ${timeZone}) as at`;
  return rows[0]?.at ?? now;
}

export async function insertProblem(
  db: Db,
  problem: { crawler_run_id: string; source_id: string; url: string; message: string },
): Promise<void> {
  await db.insertInto('crawler_problems').values(problem).execute();
}

export async function deleteProblems(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('crawler_problems').where('crawler_run_id', '=', runId).execute();
}

export async function selectProblems(db: Db, runId: string, limit = 1_000): Promise<CrawlerProblemRow[]> {
  return db
    .selectFrom('crawler_problems')
    .selectAll()
    .where('crawler_run_id', '=', runId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Marks all sources as read; ends the run if no download is open. */
export async function endDiscovery(
  db: Db,
  runId: string,
  outcome: { status: 'completed' | 'failed'; error: string | null },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('crawler_runs')
      .set({ discovered_at: new Date(), error: outcome.error })
      .where('id', '=', runId)
      .execute();
    // Otherwise the last download ends the run (`download_jobs_updated`).
    await execute(tx)`update crawler_runs set status = ${outcome.status}, completed_at = now()
      where id = ${runId} and status = 'running'
        and not exists (select from download_jobs
                        where crawler_run_id = ${runId} and status in ('pending', 'processing')
                          and not put_off)`;
  });
}

/** How runs count downloads restored from a clearing: one row with the run's `id` for each. */
export function countReturned(returned: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update crawler_runs r set videos_taken_out = greatest(0, r.videos_taken_out - c.n)
    from (select id, count(*)::int as n from (${returned}) as returned where id is not null group by 1) as c
    where r.id = c.id`;
}
