import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMannersRig, type MannersRig, read, type ScriptedSite } from '../../../test/manners-rig.ts';
import { forgetHosts } from './feature.ts';
import { forgetFiles, rememberFile } from './index.ts';

let rig: MannersRig;
let site: ScriptedSite;
let source: string;
let url: string;

const MODIFIED = 'Sat, 21 Nov 2026 10:00:00 GMT';

beforeEach(async () => {
  rig = await createMannersRig();
  site = rig.sites[0] as ScriptedSite;
  source = await rig.addSource({ crawlDelayMs: 0 });
  url = `${site.origin}/list.xml`;
  site.answers['/list.xml'] = (headers) =>
    headers['if-none-match'] === '"v1"' || headers['if-modified-since'] === MODIFIED
      ? { status: 304 }
      : { headers: { etag: '"v1"', 'last-modified': MODIFIED }, body: 'list' };
});
afterEach(() => rig.close());

const fetchList = (conditional = true, from: string | null = source) =>
  read(rig.worker().fetchFor(from)(url, { conditional, headers: { accept: 'application/xml' } }));

/** The conditional headers of the last request. */
function asked() {
  const { 'if-none-match': etag, 'if-modified-since': date } = site.log.at(-1)?.headers ?? {};
  return { etag, date };
}

test('a file is read again until it is remembered, then only if it has changed', async () => {
  expect(await fetchList()).toEqual({ status: 200, text: 'list' });
  expect(await fetchList()).toEqual({ status: 200, text: 'list' });
  expect(asked()).toEqual({ etag: undefined, date: undefined });
  await rememberFile(rig.database.db, source, { url: `${url}#top`, etag: '"v1"', lastModified: MODIFIED });
  expect(await fetchList()).toEqual({ status: 304, text: '' });
  expect(asked()).toEqual({ etag: '"v1"', date: MODIFIED });
  expect(site.log.at(-1)?.headers.accept).toBe('application/xml');
  await rememberFile(rig.database.db, source, { url, etag: '"v0"' });
  expect(await fetchList()).toEqual({ status: 200, text: 'list' });
  expect(asked()).toEqual({ etag: '"v0"', date: undefined });
});

test('a file is requested whole on demand, and by other sources', async () => {
  await rememberFile(rig.database.db, source, { url, etag: '"v1"' });
  expect((await fetchList(false)).status).toBe(200);
  expect((await fetchList(true, null)).status).toBe(200);
  const other = await rig.addSource({ url: `${site.origin}/2.xml`, crawlDelayMs: 0 });
  expect((await fetchList(true, other)).status).toBe(200);
  expect((await fetchList()).status).toBe(304);
  await forgetFiles(rig.database.db, source);
  expect((await fetchList()).status).toBe(200);
});

test('a file is read in full once an address of its source is due again', async () => {
  const { db } = rig.database;
  await rememberFile(db, source, { url, etag: '"v1"' });
  const failed = (retryAt: Date | null, sourceId = source) =>
    sql`insert into download_jobs (source_url, source_url_hash, source_id, status, retry_at)
        values ('https://a.test/1', sha256('1'), ${sourceId}, 'failed', ${retryAt})`.execute(db);
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  await failed(null);
  await failed(hours(1));
  await failed(hours(-30));
  await failed(hours(-1), await rig.addSource({ url: `${site.origin}/2.xml` }));
  expect((await fetchList()).status).toBe(304);
  await sql`update fetched_files set read_at = ${hours(-3)}`.execute(db);
  await failed(hours(-1));
  expect((await fetchList()).status).toBe(200);
  await rememberFile(db, source, { url, etag: '"v1"' });
  await sql`update fetched_files set read_at = now() + interval '25 hours'`.execute(db);
  expect((await fetchList()).status).toBe(304);
});

test.each([
  [{ etag: '"a"\r\nx-evil: 1', lastModified: 'yesterday' }],
  [{ etag: 'unquoted', lastModified: `${MODIFIED}${' '.repeat(80)}x` }],
])('a file with the version %j is forgotten', async (version) => {
  await rememberFile(rig.database.db, source, { url, etag: 'W/"v1"' });
  await rememberFile(rig.database.db, source, { url, ...version });
  expect((await fetchList()).status).toBe(200);
  expect(asked()).toEqual({ etag: undefined, date: undefined });
});

test('files not requested in 90 days are forgotten', async () => {
  const { db } = rig.database;
  await rememberFile(db, source, { url, etag: '"v1"' });
  await fetchList();
  const counts = async () => [
    (await db.selectFrom('crawl_hosts').select('host').execute()).length,
    (await db.selectFrom('robots_files').select('origin').execute()).length,
    (await db.selectFrom('fetched_files').select('etag').execute()).length,
  ];
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await db.updateTable('crawl_hosts').set({ asked_at: new Date(), next_at: new Date() }).execute();
  await db.updateTable('robots_files').set({ read_at: new Date() }).execute();
  await forgetHosts(db, days(89));
  expect(await counts()).toEqual([1, 1, 1]);
  await forgetHosts(db, days(91));
  expect(await counts()).toEqual([0, 0, 0]);
});
