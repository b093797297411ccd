import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { forgetSessionsJob } from '../access/sessions/index.ts';
import { bulkActJob, tendCatalogueJob } from '../desk/catalogue/index.ts';
import { deleteClearedJob } from '../desk/clearing/index.ts';
import { crawlJob, dailyCrawlJob, requeueRunJob } from '../intake/crawler/index.ts';
import { forgetClearingsJob } from '../intake/downloads/index.ts';
import { forgetHostsJob } from '../intake/manners/index.ts';
import { deleteSourceJob, sourceBasisJob } from '../intake/sources/index.ts';
import type { JobDefinition } from '../kernel/jobs/define.ts';
import { createBoss, createQueue, ensureQueues, type Queue } from '../kernel/jobs/queue.ts';
import type { Log } from '../kernel/lib/log.ts';
import { cleanStorageJob } from '../library/media/index.ts';
import { searchDocumentsJob } from '../library/search/index.ts';
import { moveTopicsJob } from '../library/topics/index.ts';
import {
  adoptPlayersJob,
  facetViewsJob,
  placeholdersJob,
  relatedJob,
  searchRanksJob,
} from '../library/videos/index.ts';
import { forgetVisitorsJob } from '../library/views/index.ts';
import { mailOutboxJob, sendMailJob } from '../site/mail/index.ts';
import { keepStatisticsJob } from '../site/statistics/index.ts';
import { checkFilesJob, recheckVideosJob } from '../upkeep/health/index.ts';
import { forgetEventsJob } from '../upkeep/job-timelines/index.ts';
import { translationRunJob, translationTotalsJob } from '../words/translations/index.ts';

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
