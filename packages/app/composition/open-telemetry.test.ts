import { createFaults } from '@vesper/core/lib/faults.ts';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import { withoutRequestId, withRequestId } from '@vesper/core/lib/request-id.ts';
import { currentTraceparent, type Tracing } from '@vesper/core/lib/tracing.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTraceCollector, type TraceCollector } from '../../test/trace-collector.ts';
import { createTracing } from './open-telemetry.ts';

const REQUEST_ID = '0c7a3f52-9d1e-4b68-8a55-2f6f0e0d9b11';
const REQUEST = { method: 'GET', route: '/video/:id', traceparent: undefined };

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

function startTracing({ endpoint = collector.url, share = 1, sendEveryMs = 10, stopMs = 2_000 } = {}) {
  const faults = createFaults(log, 0);
  return createTracing({ endpoint, share }, { name: 'web', faults, sendEveryMs, stopMs });
}

/** Returns the traceparent of a request with one query. */
function request(
  tracing: Tracing,
  {
    id = REQUEST_ID,
    status = 200,
    ...given
  }: { id?: string; status?: number; route?: string; traceparent?: string } = {},
): string | undefined {
  return withRequestId(id, () => {
    const span = tracing.beginRequest({ ...REQUEST, ...given });
    let traceparent: string | undefined;
    span.run(() => {
      tracing.noteQuery("select * from films where title = 'Slow' and id = $1 limit 24", 12.5, false);
      traceparent = currentTraceparent();
    });
    span.end(status);
    return traceparent;
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

test('a proxy’s trace continues, and its sampling decides', async () => {
  const tracing = startTracing({ share: 0 });
  const theirs = 'af7651916cd43dd8448eb211c80319c4';
  request(tracing, { traceparent: `00-${theirs}-b7ad6b7169203331-01` });
  expect(request(tracing, { traceparent: `00-${theirs}-b7ad6b7169203331-00` })).toMatch(/-00$/);
  request(tracing, { traceparent: 'undefined' });
  await tracing.close();
  const spans = collector.spans();
  expect(spans.map(({ traceId }) => traceId)).toEqual([theirs, theirs]);
  expect(spans.map(({ parentSpanId }) => parentSpanId)).toContain('b7ad6b7169203331');
});

test('a share of the requests is traced, with all they cause', async () => {
  const tracing = startTracing({ share: 0.5 });
  for (let n = 0; n < 200; n += 1) request(tracing, { id: `request-${n}` });
  await tracing.close();
  const spans = collector.spans();
  const requests = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(requests.length).toBeGreaterThan(60);
  expect(requests.length).toBeLessThan(140);
  expect(spans).toHaveLength(2 * requests.length);
  expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(requests.length);
});

test('nothing outside requests and jobs is traced; without a route the method is the name', async () => {
  const tracing = startTracing();
  withRequestId(REQUEST_ID, () => {
    const span = tracing.beginRequest(REQUEST);
    span.run(() => withoutRequestId(() => tracing.noteQuery('listen changes', 1, false)));
    span.end(200);
  });
  tracing.noteFetch('films.example', '2xx', 5);
  request(tracing, { route: '' });
  await tracing.close();
  expect(collector.spans().map(({ name, attributes }) => [name, attributes['http.route']])).toEqual([
    ['GET /video/:id', '/video/:id'],
    [expect.stringContaining('select'), undefined],
    ['GET', undefined],
  ]);
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
    [{ code: 'http_status', status: 503 }, 'The collector does not take traces: they are dropped.'],
  ]);
  collector.status = 200;
  request(tracing, { id: 'd' });
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000);
  expect(told[1]).toEqual([
    { seconds: expect.any(Number), met: expect.any(Number) },
    'Over: The collector does not take traces: they are dropped.',
  ]);
  await tracing.close();
  expect(collector.spans().map(({ attributes }) => attributes['vesper.request_id'])).toEqual(
    expect.not.arrayContaining(['a']),
  );
});
