import { createFaults } from '@vesper/core/lib/faults.ts';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import { withRequestId } from '@vesper/core/lib/request-id.ts';
import type { Tracing } from '@vesper/core/lib/tracing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTraceCollector, type TraceCollector } from '../../test/trace-collector.ts';
import { createTracing } from './open-telemetry.ts';

let collector: TraceCollector;
let told: unknown[][];
let log: Log;
beforeEach(async () => {
  collector = await startTraceCollector();
  told = [];
  const tell = (...line: unknown[]) => void told.push(line);
  log = Object.assign(Object.create(silentLog), { info: tell, warn: tell, error: tell });
});
afterEach(() => collector.close());

function startTracing(): Tracing {
  const options = { name: 'web', faults: createFaults(log, 0), sendEveryMs: 10, stopMs: 2_000 } as const;
  return createTracing({ endpoint: collector.url, share: 1 }, options);
}

/** With one query. */
function request(tracing: Tracing, { id = 'request', status = 200 } = {}): void {
  withRequestId(id, () => {
    const span = tracing.beginRequest({ method: 'GET', route: '/video/:id', traceparent: undefined });
    span.run(() => tracing.noteQuery('select * from films where id = $1', 12.5, false));
    span.end(status);
  });
}

test('failures are marked, without the error’s sentence', async () => {
  const tracing = startTracing();
  request(tracing, { status: 503 });
  const error = new Error('ann@films.example cannot be reached');
  await expect(tracing.runJob({ name: 'mail', attempt: 1 }, () => Promise.reject(error))).rejects.toBe(error);
  await tracing.close();
  const failed = collector.spans().filter((span) => span.failed);
  expect(failed.map(({ name }) => name)).toEqual(['GET /video/:id', 'job mail']);
  expect(collector.bodies.join()).not.toContain('films.example');
});

test('an unreachable collector is reported once, and once when it is back; missed spans are dropped', async () => {
  const tracing = startTracing();
  collector.status = 503;
  for (const [index, id] of ['a', 'b', 'c'].entries()) {
    request(tracing, { id });
    await vi.waitFor(() => expect(collector.asked).toBe(index + 1), 10_000);
  }
  await vi.waitFor(() => expect(told).toHaveLength(1), 10_000);
  expect(told).toEqual([
    [{ code: 'http_status', status: 503 }, 'The collector does not accept traces: they are dropped.'],
  ]);
  collector.status = 200;
  request(tracing, { id: 'd' });
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000);
  expect(told[1]).toEqual([
    { seconds: expect.any(Number), met: expect.any(Number) },
    'Over: The collector does not accept traces: they are dropped.',
  ]);
  await tracing.close();
  expect(collector.spans().map(({ attributes }) => attributes['vesper.request_id'])).toEqual(
    expect.not.arrayContaining(['a']),
  );
});
