import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { CrawlerProblems, CrawlerRuns, VideoSources } from '../../db/schema.ts';

export type CrawlerRunRow = Selectable<CrawlerRuns>;
export type VideoSourceRow = Selectable<VideoSources>;

/** A new run; undefined if one is running: there is never more than one. */
export async function insertRun(db: Db, targetCount: number): Promise<CrawlerRunRow | undefined> {
  return db
    .insertInto('crawler_runs')
    .values({ target_count: targetCount })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('status', '=', 'running').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function selectRun(db: Db, id: string): Promise<CrawlerRunRow | undefined> {
  return db.selectFrom('crawler_runs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The run that is going, if one is. */
export async function selectRunning(db: Db): Promise<CrawlerRunRow | undefined> {
  return db.selectFrom('crawler_runs').selectAll().where('status', '=', 'running').executeTakeFirst();
}

/** Counts that a worker begins with the sources of a run; undefined unless there is something left to read. */
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

export async function selectLatestRuns(db: Db, limit: number): Promise<CrawlerRunRow[]> {
  return db
    .selectFrom('crawler_runs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectSources(db: Db): Promise<VideoSourceRow[]> {
  return db.selectFrom('video_sources').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** Enabled sources, the one that has waited longest first. */
export async function selectEnabledSources(db: Db): Promise<VideoSourceRow[]> {
  return db
    .selectFrom('video_sources')
    .selectAll()
    .where('enabled', '=', true)
    .orderBy(sql`last_crawled_at nulls first`)
    .orderBy('id')
    .execute();
}

export async function insertSource(
  db: Db,
  source: { name: string; base_url: string; daily_quota: number },
): Promise<VideoSourceRow | undefined> {
  return db
    .insertInto('video_sources')
    .values(source)
    .onConflict((conflict) => conflict.column('base_url').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function setSourceEnabled(db: Db, id: string, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('video_sources')
    .set({ enabled })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setSourceCrawled(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('video_sources').set({ last_crawled_at: at }).where('id', '=', id).execute();
}

export async function countSourceVideo(tx: Db, sourceId: string): Promise<void> {
  await tx
    .updateTable('video_sources')
    .set((eb) => ({ total_videos_added: eb('total_videos_added', '+', 1) }))
    .where('id', '=', sourceId)
    .execute();
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

export async function selectProblems(db: Db, runId: string): Promise<Selectable<CrawlerProblems>[]> {
  return db
    .selectFrom('crawler_problems')
    .selectAll()
    .where('crawler_run_id', '=', runId)
    .orderBy('id')
    .execute();
}

/** Marks that every source of a run has been read; ends the run if no download of it is open. */
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
    await endRunIfDone(tx, runId, outcome.status);
  });
}

/**
 * Counts the end of one download for its run. The update locks the run's row, so that of two last downloads
 * the later one sees the earlier one's end, and ends the run.
 */
export async function finishRunJob(tx: Db, runId: string, outcome: 'added' | 'failed'): Promise<void> {
  const column = outcome === 'added' ? 'videos_added' : 'videos_failed';
  await tx
    .updateTable('crawler_runs')
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .where('id', '=', runId)
    .execute();
  await endRunIfDone(tx, runId, 'completed');
}

async function endRunIfDone(tx: Db, runId: string, status: 'completed' | 'failed'): Promise<void> {
  await sql`update crawler_runs set status = ${status}, completed_at = now()
    where id = ${runId} and status = 'running' and discovered_at is not null
      and not exists (select from download_jobs
                      where crawler_run_id = ${runId} and status in ('pending', 'processing'))`.execute(tx);
}
