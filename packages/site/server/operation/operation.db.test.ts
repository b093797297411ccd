import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startCommand, startWorkerProcess } from '../../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { NO_WORKER } from './index.ts';

let site: TestSite;
let client: Awaited<ReturnType<TestSite['admin']>>;
beforeAll(async () => {
  site = await startTestSite();
  client = await site.admin();
});
afterAll(() => site.close());
afterEach(async () => {
  await site.stopWorkers();
  await sql`truncate workers`.execute(site.base.db);
});

const workers = async () => (await client.operation.state()).workers;
const countRows = async () => (await sql`select from workers`.execute(site.base.db)).rows.length;
const letTimePass = () =>
  sql`update workers set beat_at = now() - interval '21 seconds'`.execute(site.base.db);

async function readProbe(): Promise<{ status: number; body: unknown; metric: string | undefined }> {
  const ready = await fetch(`${site.url}/readyz`);
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  return {
    status: ready.status,
    body: await ready.json(),
    metric: /^workers_alive .*$/m.exec(metrics)?.[0],
  };
}

async function said(...words: string[]): Promise<string> {
  return (await startCommand(site, words).ended).output;
}

test('without a worker the site stays ready, and everything that needs one says so', async () => {
  expect(await client.operation.state()).toMatchObject({ workers: [], lastBeatAt: null });
  expect(await readProbe()).toEqual({
    status: 200,
    body: expect.objectContaining({ status: 'ok', workers: 0 }),
    metric: 'workers_alive 0',
  });
  expect(await said('crawl')).toContain(`has started.\nIt waits for a worker. ${NO_WORKER}\n`);
  expect(await said('crawl', '--if-idle')).toContain(NO_WORKER);
  expect(await said('runs')).toContain(NO_WORKER);
});

test('status fits on a screen, marks conditions, and reflects them in its exit code', async () => {
  const limits = { DISK_WARN_BELOW: '0B', DISK_STOP_BELOW: '0B' };
  const status = (env = {}) => startCommand(site, ['status'], { ...limits, ...env }).ended;
  const alone = await status();
  expect([alone.code, alone.output]).toEqual([1, expect.stringContaining(`! Worker     ${NO_WORKER}`)]);
  await site.startWorker();
  const { code, output } = await status();
  expect(output.split('\n').map((line) => line.slice(2).split(' ')[0])).toEqual([
    'Vesper',
    'Database',
    'Worker',
    'Disk',
    'Downloads',
    'Last',
    'Notices',
    'Email',
    'Backup',
    '',
  ]);
  expect([code, output]).toEqual([0, expect.not.stringMatching(/^!/m)]);
  const full = await status({ DISK_WARN_BELOW: '999999TB', DISK_STOP_BELOW: '999999TB' });
  expect([full.code, full.output]).toEqual([1, expect.stringMatching(/^! Disk {7}The disk is full: /m)]);
  await site.client.reports.submit({ slug: 'minor', addresses: `${site.url}/video/none` });
  await sql`update domains set created_at = now() - interval '25 hours'`.execute(site.base.db);
  const { output: later } = await status();
  expect(later.match(/^! (Notices {4}1 waiting|Email.*SMTP_URL|Backup {5}not set up)/gm)).toHaveLength(3);
});

test('a killed worker is missed once its heartbeats stop, and the next takes its place', async () => {
  const worker = startWorkerProcess(site);
  await vi.waitFor(async () => expect(await workers()).toHaveLength(1), 60_000);
  worker.kill('SIGKILL');
  await worker.ended;
  expect(await countRows()).toBe(1);
  await letTimePass();
  expect(await client.operation.state()).toMatchObject({ workers: [], lastBeatAt: expect.any(String) });
  await site.startWorker();
  expect(await workers()).toHaveLength(1);
  await sql`update workers set beat_at = now() - interval '8 days'`.execute(site.base.db);
  await site.startWorker();
  expect(await countRows()).toBe(1);
});
