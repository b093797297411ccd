import { createClient, fetchTransport } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ChangingSite, startChangingSite } from '../test/changing-site.ts';
import { type MailServer, startMailServer } from '../test/mail-server.ts';
import { completeNotice } from '../test/notices.ts';
import { startWorkerProcess } from '../test/run-command.ts';
import { newAdminCookie, startTestSite } from '../test/site.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../test/trace-collector.ts';

const FROM_PROXY = { 'x-forwarded-for': '203.0.113.9' };
const REQUEST_ID = '7c1e0f5a2b934d6e8f90a1b2c3d4e5f6';
const THEIRS = 'af7651916cd43dd8448eb211c80319c4';

let collector: TraceCollector;
let source: ChangingSite;
let mails: MailServer;
beforeAll(async () => {
  collector = await startTraceCollector();
  source = await startChangingSite();
  mails = await startMailServer();
});
afterAll(async () => {
  await collector.close();
  await source.close();
  await mails.close();
});

const settings = () => ({
  ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '1' },
  ...{ TRUST_PROXY: '127.0.0.1', OUTBOUND_ALLOW: source.hostAndPort },
  SMTP_URL: mails.url,
});

test('a request, its queries, jobs and fetches are one trace, without a private value', async () => {
  const site = await startTestSite(settings());
  const cookie = await newAdminCookie(site.base);
  const worker = startWorkerProcess(site, settings());

  const proxied = { ...FROM_PROXY, 'x-request-id': REQUEST_ID };
  await createClient(fetchTransport(site.url, proxied)).takedowns.submit(
    completeNotice({ complainantEmail: 'canary-mail@films.example' }),
  );
  const admin = createClient(fetchTransport(site.url, { cookie, origin: site.url, ...FROM_PROXY }));
  await admin.downloads.add({ sourceUrl: `${source.origin}/canary-film?signature=canary-signature` });
  await fetch(`${site.url}/media/v/canary-media.mp4?e=1&s=canary-key`);
  await fetch(`${site.url}/?search=canary-search`);
  const strange = { traceparent: `00-${THEIRS}-b7ad6b7169203331-01` };
  await fetch(`${site.url}/help`, { headers: strange });
  await fetch(`${site.url}/contact`, { headers: { ...strange, ...FROM_PROXY } });
  await vi.waitFor(async () => {
    const ended = await sql`select from download_jobs where status = 'failed'`.execute(site.base.db);
    expect([ended.rows.length, mails.mails.length > 0]).toEqual([1, true]);
  }, 60_000);
  // Both flush.
  worker.kill('SIGTERM');
  await worker.ended;
  await site.close();

  const spans = collector.spans();
  const named = (name: string) => spans.find((one) => one.name === name);
  const below = (parent: CollectedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map((one) => one.name);
  const isQuery = (name: string) => /^(select|insert|update|with) /.test(name);

  const sent = named('POST /api/dmca/submit');
  expect(sent).toMatchObject({
    traceId: REQUEST_ID,
    attributes: { 'http.response.status_code': 200, 'vesper.request_id': REQUEST_ID },
  });
  expect(below(sent).filter(isQuery).length).toBeGreaterThan(3);
  const mailed = spans.find(
    ({ parentSpanId, name }) => parentSpanId === sent?.spanId && name === 'job send-mail',
  );
  expect(mailed).toMatchObject({ service: 'vesper-worker', traceId: REQUEST_ID });
  expect(below(mailed).some(isQuery)).toBe(true);

  const queued = named('POST /api/download-jobs');
  expect(named('job download')).toMatchObject({
    traceId: queued?.traceId,
    attributes: { 'vesper.job.lane': 'manual', 'vesper.job.attempt': 1, 'error.type': expect.any(String) },
    failed: true,
  });
  expect(mailed?.failed).toBe(false);
  expect(below(named('job download'))).toContain(`fetch ${source.hostAndPort}`);

  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['GET /', 'GET /help']));
  expect(named('GET /help')?.parentSpanId).toBeUndefined();
  expect(named('GET /contact')).toMatchObject({ traceId: THEIRS, parentSpanId: 'b7ad6b7169203331' });
  expect(collector.bodies.join()).not.toMatch(/canary|203\.0\.113|vesper-admin/);
});
