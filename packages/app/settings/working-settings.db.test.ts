import type { Setting } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bearer, makeToken } from '../../test/everyone.ts';
import { startWorkerProcess } from '../../test/run-command.ts';
import { newAdminCookie, startTestSite, type TestSite } from '../../test/site.ts';
import { askOne, startSiteProcesses } from '../../test/site-processes.ts';

let site: TestSite;
let admin: Awaited<ReturnType<TestSite['admin']>>;
beforeAll(async () => {
  site = await startTestSite({ MEDIA_CONCURRENCY: '2' });
  admin = await site.admin();
});
afterAll(() => site.close());
beforeEach(() => sql`delete from settings`.execute(site.base.db).then(() => site.base.refreshSettings()));

async function settingOf(wanted: string, client = admin): Promise<Setting> {
  const found = (await client.settings.list()).find(({ name }) => name === wanted);
  if (!found) throw new Error(`${wanted} is not listed.`);
  return found;
}

/** However fast processes are notified. */
const until = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitUntil(isSo, { timeout: 60_000, interval: 20 });

test('a change applies at once, names its author, and can be undone', async () => {
  expect(await settingOf('CRAWL_TARGET')).toMatchObject({
    ...{ value: '50', origin: 'default' },
    change: { written: '50', version: 0, by: null, at: null },
  });
  expect(await admin.settings.change({ name: 'CRAWL_TARGET', value: ' 75 ', version: 0 })).toEqual({
    message: 'CRAWL_TARGET is now 75.',
  });
  expect(site.base.config.crawlTarget).toBe(75);
  expect(await settingOf('CRAWL_TARGET')).toMatchObject({
    ...{ value: '75', origin: 'stored' },
    change: { written: '75', version: 1, by: expect.stringMatching(/^test-/), at: expect.any(String) },
  });
  expect((await admin.crawler.status()).dailyTarget).toBe(75);
  await admin.settings.change({ name: 'CRAWL_TARGET', value: null, version: 1 });
  expect(site.base.config.crawlTarget).toBe(50);
  expect(await settingOf('CRAWL_TARGET')).toMatchObject({ origin: 'default', change: { version: 2 } });
});

test.each([
  ['CRAWL_TIME', '25:00', 'CRAWL_TIME is "25:00": it must be a time from 00:00 to 23:59.'],
  ['DOWNLOAD_CONCURRENCY', '0', 'DOWNLOAD_CONCURRENCY is "0": it must be from 1 to 50.'],
  ['HLS_HEIGHTS', '361', 'HLS_HEIGHTS must list one to 6 even numbers'],
] as const)('%s is not set to %s', async (name, value, sentence) => {
  await expect(admin.settings.change({ name, value })).rejects.toThrow(JSON.stringify(sentence).slice(1, -1));
  expect((await settingOf(name)).change?.version).toBe(0);
});

test('keeping removed files for fewer days deletes some: it asks for the password, and no token may', async () => {
  const unconfirmed = await site.admin({ isConfirmed: false });
  const change = (value: string | null, client = unconfirmed) =>
    client.settings.change({ name: 'QUARANTINE_DAYS', value });
  const refused = { status: 403, code: 'password_required' };
  await expect(change('0')).rejects.toMatchObject(refused);
  await change('60');
  await change('60');
  // The default is less.
  for (const value of ['59', null]) await expect(change(value)).rejects.toMatchObject(refused);
  expect(site.base.config.quarantineDays).toBe(60);
  await change('0', admin);

  const headers = { ...bearer(await makeToken(site, ['site:write'])), 'content-type': 'application/json' };
  const ask = async (value: string) =>
    (
      await fetch(`${site.url}/api/admin/settings/QUARANTINE_DAYS`, {
        method: 'PATCH',
        headers,
        body: JSON.stringify({ value }),
      })
    ).json();
  expect(await ask('2')).toEqual({ message: 'QUARANTINE_DAYS is now 2.' });
  expect(await ask('1')).toEqual({ error: 'forbidden', message: 'This token does not permit that.' });
  expect(site.base.config.quarantineDays).toBe(2);
});

test('every process is notified of a change, and the crawler is rescheduled', async () => {
  const cookie = await newAdminCookie(site.base);
  const processes = await startSiteProcesses(site, {});
  const worker = startWorkerProcess(site, { LOG_LEVEL: 'info' });
  try {
    await until(() => worker.output().includes('The worker is ready.'));
    const cron = async () => {
      const { rows } = await sql<{
        cron: string;
      }>`select cron from jobs.schedule where name = 'daily-crawl'`.execute(site.base.db);
      return rows[0]?.cron;
    };
    await until(async () => (await cron()) === '0 2 * * *');
    await admin.settings.change({ name: 'CRAWL_TIME', value: '03:30' });
    await until(async () => (await cron()) === '30 3 * * *');
    for (const pid of await processes.pids())
      await processes.onlyAt(pid, () =>
        until(async () => {
          const { text } = await askOne(`${processes.url}/api/crawler/status`, { headers: { cookie } });
          return text.includes('03:30');
        }),
      );
  } finally {
    worker.kill('SIGTERM');
    await worker.ended;
    await processes.stop();
  }
});
