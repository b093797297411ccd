import { startFollowing } from '@vesper/core/db/outbox.ts';
import type { Feature } from '@vesper/core/feature.ts';
import type { LeaseTiming } from '@vesper/core/jobs/lease-loop.ts';
import { createBoss, createQueue, ensureQueues } from '@vesper/core/jobs/queue.ts';
import type { PauseTuning } from '@vesper/core/jobs/retry-rules.ts';
import { runJobs } from '@vesper/core/jobs/runner.ts';
import type { Loop } from '@vesper/core/lib/loop.ts';
import { openCaseMail } from '@vesper/notices/cases';
import { createChangeFeed } from '@vesper/site/live';
import type { BeatTiming } from '@vesper/site/operation';
import type pg from 'pg';
import { FEATURES, JOBS } from '../features.ts';
import { auditSettings } from '../settings/audit-settings.ts';
import { followSchedule, followSettings } from '../settings/live-config.ts';
import { backupParts } from './backups.ts';
import { caseLinksOf } from './case-links.ts';
import type { Base } from './compose.ts';
import { watchDisks } from './disks.ts';
import { createOwnFigures } from './figures.ts';
import { composeOutside, type OutsideTuning } from './outside.ts';
import { createSiteLook } from './site-look.ts';

export interface WorkerTuning extends OutsideTuning {
  downloads?: Partial<LeaseTiming> & PauseTuning;
  quarantine?: Partial<LeaseTiming>;
  media?: Partial<LeaseTiming> & Pick<PauseTuning, 'pauseScale'>;
  translations?: Pick<PauseTuning, 'pauseScale'>;
  beat?: Partial<BeatTiming>;
}

export interface WorkerOptions {
  connection: pg.PoolConfig;
  signingKey: Buffer;
  tuning?: WorkerTuning;
}

export type Worker = Loop;

export async function composeWorker(
  base: Base,
  { connection, signingKey, tuning = {} }: WorkerOptions,
): Promise<Worker> {
  const { config, log, tracing, db } = base;
  await base.refreshSettings();
  const boss = createBoss({ connection, log, worker: true });
  await boss.start();
  await ensureQueues(boss, JOBS);
  const own = createOwnFigures('worker', base.pool);
  const outside = await composeOutside(base, { ...tuning, onRequest: own.onRequest });
  const queue = createQueue(boss);
  for (const job of JOBS) if (job.atStart) await queue.send(db, job, {} as never);
  const disks = watchDisks(config, log);
  const parts = {
    ...{ ...base, ...outside, queue, tuning, disks, ownFigures: own.read },
    audit: auditSettings(base),
    backups: backupParts(base, connection),
    look: createSiteLook({ base, disks, translator: outside.translator }),
    caseLinks: caseLinksOf(signingKey, config.port),
    openMail: (caseId: string, sealed: Buffer) => openCaseMail(base, caseId, sealed),
  };
  const features: readonly Feature<never, typeof parts>[] = FEATURES;
  const handlers = features.flatMap(({ jobs }) => jobs?.handlers(parts) ?? []);
  const runner = await runJobs(boss, handlers, {
    ...{ log, tracing, timeZone: config.timeZone, onEnd: own.onJob },
  });
  const loops: Loop[] = [runner, watchSettings(base, connection, runner.reschedule), startFollowing(db, log)];
  for (const { start } of features) if (start) loops.push(await start(parts));
  return {
    stop: () =>
      Promise.all(loops.map((loop) => loop.stop()))
        .then(() => {})
        .finally(outside.close),
  };
}

function watchSettings(base: Base, connection: pg.PoolConfig, reschedule: () => Promise<void>): Loop {
  const { pool, log } = base;
  const feed = createChangeFeed({ pathsOfTables: new Map(), connection, pool, log });
  const following = followSettings(feed, { follow: followSchedule(base.refreshSettings, reschedule), log });
  return { stop: () => feed.stop().then(following.stop) };
}
