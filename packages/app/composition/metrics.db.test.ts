import { addDownload } from '@vesper/intake/downloads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

const read = async () => (await fetch(`${site.url}/metrics`)).text();
const figureOf = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);

test('features, the process and a worker’s heartbeats report figures', async () => {
  // A retry finds it there.
  await addDownload(site.base.db, 'https://films.example/a.mp4').catch(() => {});
  await fetch(site.url);
  const before = await read();
  expect(figureOf(before, 'downloads{status="pending"}')).toBe('1');
  expect(Number(figureOf(before, 'downloads_oldest_ready_timestamp_seconds{lane="manual"}'))).toBeGreaterThan(
    Date.now() / 1000 - 3600,
  );
  expect(Number(figureOf(before, 'page_cache_requests_total{result="miss"}'))).toBeGreaterThan(0);
  expect(figureOf(before, 'cases{clock="overdue"}')).toBe('0');
  expect(figureOf(before, 'site_conditions{severity="urgent"}')).toBeDefined();
  expect(figureOf(before, 'database_connections{process="web",state="waiting"}')).toBe('0');
  expect(before).not.toContain('process="worker"');
  await site.startWorker({ beat: { beatMs: 50 } });
  await vi.waitFor(async () => {
    const after = await read();
    expect(figureOf(after, 'workers_alive')).toBe('1');
    expect(after).toMatch(/^jobs_total\{job="tend-alerts",outcome="done",worker="[0-9a-f-]+"\} [1-9]/m);
    expect(after).toMatch(/^database_connections\{process="worker",state="waiting",worker="[0-9a-f-]+"\} /m);
  }, 60_000);
});
