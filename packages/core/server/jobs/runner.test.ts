import type { Job, PgBoss, WorkOptions } from 'pg-boss';
import { expect, test } from 'vitest';
import { type Log, silentLog } from '../lib/log.ts';
import { SourceError } from '../lib/outbound/source-error.ts';
import { defineJob } from './define.ts';
import { type JobContext, runJobs } from './runner.ts';

const job = defineJob<{ id: number }>({
  name: 'paint',
  does: 'paints',
  concurrency: 2,
  cron: '0 2 * * *',
});

/** An in-memory queue; `lease` is pg-boss handing over a job. */
async function startRunner(run: (data: { id: number }, context: JobContext) => Promise<void>) {
  const told: unknown[] = [];
  const asked: unknown[] = [];
  const leasers: ((jobs: Job<object>[]) => Promise<void>)[] = [];
  const boss = {
    schedule: async (...values: unknown[]) => void asked.push(values),
    work: async (_name: string, _options: WorkOptions, leaser: (typeof leasers)[number]) =>
      `worker ${leasers.push(leaser)}`,
    notifyWorker: (id: string) => asked.push(id),
    stop: async () => {},
  } as unknown as PgBoss;
  const log = { ...silentLog, error: (fields: unknown, text: string) => void told.push([fields, text]) };
  const nested = { ...log, child: () => nested } as unknown as Log;
  const runner = await runJobs(boss, [{ job, run }], { log: nested, timeZone: 'Asia/Tokyo' });
  const lease = (signal = new AbortController().signal) =>
    leasers[0]?.([{ id: 'one', name: job.name, data: { id: 7 }, signal } as unknown as Job<object>]);
  return { runner, told, asked, leasers, lease };
}

test('a job is scheduled, has as many workers as allowed, and each polls for the next job at once', async () => {
  const done: unknown[] = [];
  const { asked, lease, leasers, told } = await startRunner(async (data) => void done.push(data));
  expect(asked).toEqual([['paint', '0 2 * * *', {}, { tz: 'Asia/Tokyo', missed: 'once' }]]);
  expect(leasers).toHaveLength(2);
  await lease();
  expect([done, asked.at(-1), told]).toEqual([[{ id: 7 }], 'worker 1', []]);
});

test('an unexpected error is logged and retried', async () => {
  const error = new Error('broken');
  const { lease, told } = await startRunner(() => Promise.reject(error));
  await expect(lease()).rejects.toBe(error);
  expect(told).toEqual([[{ err: error }, 'A job failed and will be tried again.']]);
});

test('a source’s error, or an aborted job, is retried without a log line', async () => {
  const fault = new SourceError('timeout', 'It took too long.');
  const { lease, told } = await startRunner(() => Promise.reject(fault));
  await expect(lease()).rejects.toBe(fault);
  await expect(lease(AbortSignal.abort())).rejects.toBe(fault);
  const { lease: leaseOther, told: toldOther } = await startRunner(() => Promise.reject(new Error('cut')));
  await expect(leaseOther(AbortSignal.abort())).rejects.toThrow('cut');
  expect([told, toldOther]).toEqual([[], []]);
});

test('a stop aborts what runs, and waits for it', async () => {
  let hasEnded = false;
  const { runner, lease } = await startRunner(async (_data, { signal }) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    hasEnded = true;
  });
  void lease();
  await runner.stop();
  expect(hasEnded).toBe(true);
});
