import type pg from 'pg';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '../db/pool.ts';
import { faultsOf } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { currentRequestId } from '../lib/request-id.ts';
import { currentTraceparent } from '../lib/tracing.ts';
import { HEARTBEAT_SECONDS, type JobDefinition } from './define.ts';

/** With a transaction as `db`, the job exists if, and only if, it commits. */
export interface Queue {
  send<Data extends object>(db: Db, job: JobDefinition<Data>, data: Data): Promise<void>;
  sendAll<Data extends object>(db: Db, job: JobDefinition<Data>, data: readonly Data[]): Promise<void>;
}

/** Opens a queue for one use: a command has none of its own. */
export type WithQueue = <T>(use: (queue: Queue) => Promise<T>) => Promise<T>;

export interface BossOptions {
  connection: pg.PoolConfig;
  log: Log;
  /** Workers also tend leases and schedules. */
  worker: boolean;
}

/** In effect unlimited: jobs give up by themselves (see the mail outbox), and crashes must not count. */
const RETRY_LIMIT = 10_000;
const RETRY_DELAY_SECONDS = 2;
const RETRY_DELAY_MAX_SECONDS = 300;
/** pg-boss drops jobs that wait longer: a long queue must not lose its tail. */
const KEEP_WAITING_SECONDS = 3650 * 24 * 3600;
/** pg-boss polls more often, and reports only errors. */
const QUIET_MS = 60_000;
/** History is in our own tables; a small queue stays fast. */
const KEEP_FINISHED_SECONDS = 3600;

export function createBoss({ connection, log, worker }: BossOptions): PgBoss {
  const boss = new PgBoss({
    ...(connection as object),
    schema: 'jobs',
    application_name: 'vesper-jobs',
    max: 4,
    supervise: worker,
    schedule: worker,
    migrate: worker,
    // The first migration creates it: the site's role cannot.
    createSchema: false,
    useListenNotify: worker,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    cronMonitorIntervalSeconds: 15,
    cronWorkerIntervalSeconds: 5,
  });
  boss.on('error', (error) =>
    faultsOf(log).begin('queue', {
      sentence: 'The job queue reports errors.',
      fields: { err: error },
      isOverAfterMs: QUIET_MS,
    }),
  );
  boss.on('warning', (warning) => log.warn({ warning }, 'The job queue reports a warning.'));
  return boss;
}

/** Also removes the schedules of earlier releases. */
export async function ensureQueues(boss: PgBoss, jobs: readonly JobDefinition<never>[]): Promise<void> {
  const names = new Set(jobs.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) {
    const settings = {
      expireInSeconds: job.expireSeconds ?? 600,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: RETRY_LIMIT,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      retryDelayMax: RETRY_DELAY_MAX_SECONDS,
      retentionSeconds: KEEP_WAITING_SECONDS,
      deleteAfterSeconds: KEEP_FINISHED_SECONDS,
      notify: true,
    };
    const queue = queues.get(job.name);
    const names = Object.keys(settings) as (keyof typeof settings)[];
    if (!queue)
      await boss.createQueue(job.name, { ...settings, policy: job.keyOf ? 'exclusive' : 'standard' });
    else if (names.some((name) => queue[name] !== settings[name])) await boss.updateQueue(job.name, settings);
  }
}

export function createQueue(boss: PgBoss): Queue {
  return {
    async send(db, job, data) {
      await boss.send(job.name, withRequest(data), { db: fromKysely(db), ...optionsOf(job, data) });
    },
    async sendAll(db, job, all) {
      if (all.length === 0) return;
      const jobs = all.map((data) => ({ data: withRequest(data), ...optionsOf(job, data) }));
      await boss.insert(job.name, jobs, { db: fromKysely(db) });
    },
  };
}

export interface Carried {
  requestId?: string;
  traceparent?: string;
}

/** Undefined values are left out of the JSON. */
function withRequest(data: object): object {
  return { ...data, requestId: currentRequestId(), traceparent: currentTraceparent() };
}

function optionsOf<Data extends object>(
  { keyOf, priorityOf }: JobDefinition<Data>,
  data: Data,
): { singletonKey?: string; priority?: number } {
  return {
    ...(keyOf ? { singletonKey: keyOf(data) } : {}),
    ...(priorityOf ? { priority: priorityOf(data) } : {}),
  };
}
