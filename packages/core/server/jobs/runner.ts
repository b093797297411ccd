import type { Job, PgBoss } from 'pg-boss';
import type { Log } from '../lib/log.ts';
import { SourceError } from '../lib/outbound/source-error.ts';
import { withRequestId } from '../lib/request-id.ts';
import type { Tracing } from '../lib/tracing.ts';
import { HEARTBEAT_SECONDS, type JobDefinition } from './define.ts';
import type { Carried } from './queue.ts';

/** `signal` aborts when the lease is lost or the worker stops. */
export interface JobContext {
  signal: AbortSignal;
  log: Log;
}

export interface JobHandler {
  job: JobDefinition<never>;
  run: (data: never, context: JobContext) => Promise<void>;
  cron?: () => string;
}

export interface Runner {
  reschedule(): Promise<void>;
  /** Takes no more jobs, aborts running ones (they restart elsewhere) and waits for them. */
  stop(): Promise<void>;
}

export interface RunOptions {
  log: Log;
  timeZone: string;
  /** Not called for aborted jobs. */
  onEnd?: (job: string, outcome: 'done' | 'failed') => void;
  tracing?: Tracing | undefined;
}

/** Each job has a heartbeat and holds no transaction; cron kinds are scheduled. */
export async function runJobs(
  boss: PgBoss,
  handlers: readonly JobHandler[],
  { log, timeZone, onEnd = () => {}, tracing }: RunOptions,
): Promise<Runner> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function perform({ job, run }: JobHandler, leased: Job<object>): Promise<void> {
    const signal = AbortSignal.any([leased.signal, stopping.signal]);
    const jobLog = log.child({ job: job.name, jobId: leased.id });
    const work = () => run(leased.data as never, { signal, log: jobLog });
    const { traceparent } = (leased.data ?? {}) as Carried;
    try {
      await (tracing?.runJob({ name: job.name, attempt: leased.retryCount + 1, traceparent }, work) ??
        work());
      onEnd(job.name, 'done');
    } catch (error) {
      if (!signal.aborted) onEnd(job.name, 'failed');
      // A source's errors are logged where they happen.
      if (!signal.aborted && !(error instanceof SourceError)) {
        jobLog.error({ err: error }, 'A job failed and will be tried again.');
      }
      throw error;
    }
  }

  async function startWorker(handler: JobHandler): Promise<void> {
    let workerId: string | undefined;
    const options = {
      heartbeatRefreshSeconds: HEARTBEAT_SECONDS / 4,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
    };
    workerId = await boss.work<object, void>(handler.job.name, options, async (leased) => {
      const work = Promise.all(
        leased.map((one) =>
          withRequestId((one.data as Carried | null)?.requestId, () => perform(handler, one)),
        ),
      ).then(() => {});
      const settled = work.catch(() => {});
      running.add(settled);
      settled.finally(() => running.delete(settled));
      await work;
      // Poll at once after a job.
      if (workerId) boss.notifyWorker(workerId);
    });
  }

  async function reschedule(): Promise<void> {
    for (const { job, cron = () => job.cron } of handlers) {
      const time = cron();
      if (time) await boss.schedule(job.name, time, {}, { tz: timeZone, missed: 'once' });
    }
  }

  await reschedule();
  for (const handler of handlers) {
    const { job } = handler;
    for (let n = 0; n < (job.concurrency ?? 1); n += 1) await startWorker(handler);
  }

  return {
    reschedule,
    async stop() {
      const stopped = boss.stop({ graceful: true, timeout: 30_000 });
      stopping.abort(new Error('The worker is stopping.'));
      await Promise.all(running);
      await stopped;
    },
  };
}
