import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { forgetSessionsJob } from '../features/admin-session/index.ts';
import { bulkActJob, deleteClearedJob, tendCatalogueJob } from '../features/catalogue/index.ts';
import { crawlJob, dailyCrawlJob, requeueRunJob } from '../features/crawler/index.ts';
import { forgetClearingsJob } from '../features/downloads/index.ts';
import { adoptPlayersJob } from '../features/embeds/index.ts';
import { checkFilesJob, recheckVideosJob } from '../features/health/index.ts';
import { forgetEventsJob } from '../features/job-timelines/index.ts';
import { mailOutboxJob, sendMailJob } from '../features/mail/index.ts';
import { forgetHostsJob } from '../features/manners/index.ts';
import { cleanStorageJob } from '../features/media/index.ts';
import { searchDocumentsJob } from '../features/search/index.ts';
import { deleteSourceJob, sourceBasisJob } from '../features/sources/index.ts';
import { keepStatisticsJob } from '../features/statistics/index.ts';
import { moveTopicsJob } from '../features/topics/index.ts';
import { translationRunJob, translationTotalsJob } from '../features/translations/index.ts';
import { facetViewsJob, placeholdersJob, relatedJob, searchRanksJob } from '../features/videos/index.ts';
import { forgetVisitorsJob } from '../features/views/index.ts';
import type { JobDefinition } from '../jobs/define.ts';
import { createBoss, createQueue, ensureQueues, type Queue } from '../jobs/queue.ts';
import type { Log } from '../lib/log.ts';

/** Every kind of job that there is. */
export const ALL_JOBS = [
  crawlJob,
  dailyCrawlJob,
  requeueRunJob,
  forgetClearingsJob,
  sourceBasisJob,
  deleteSourceJob,
  recheckVideosJob,
  checkFilesJob,
  relatedJob,
  facetViewsJob,
  searchRanksJob,
  searchDocumentsJob,
  placeholdersJob,
  bulkActJob,
  deleteClearedJob,
  tendCatalogueJob,
  adoptPlayersJob,
  moveTopicsJob,
  forgetVisitorsJob,
  forgetSessionsJob,
  forgetHostsJob,
  forgetEventsJob,
  cleanStorageJob,
  sendMailJob,
  mailOutboxJob,
  keepStatisticsJob,
  translationRunJob,
  translationTotalsJob,
] as JobDefinition<never>[];

/** Kinds that there were once: what is left of them goes. */
export const RETIRED_JOBS = ['download', 'requeue-downloads', 'remake-thumbnail'];

/** Puts jobs into the queue without running any: for the command line. */
export async function composeQueue(
  connection: pg.PoolConfig,
  log: Log,
): Promise<{ boss: PgBoss; queue: Queue }> {
  const boss = createBoss({ connection, log, worker: false });
  await boss.start();
  return { boss, queue: createQueue(boss) };
}

/** Makes the queue's own tables, so that jobs can be put in before the first worker starts. */
export async function prepareQueue(connection: pg.PoolConfig, log: Log): Promise<void> {
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, ALL_JOBS, RETIRED_JOBS);
  await boss.stop({ graceful: false });
}
