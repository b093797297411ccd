import { silentLog } from '@vesper/core/lib/log.ts';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { hideVideo, removeVideo } from '@vesper/library/videos';
import { createDomainDirectory } from '@vesper/site/domains';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { makeVideo } from '../../../test/factories.ts';
import { type RunningCommand, startWorkerProcess } from '../../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { type TurnedClock, turnedClock } from '../../../test/turned-clock.ts';
import { type IndexNowEngine, startIndexNowEngine } from '../../test/index-now-engine.ts';
import { keepShards } from '../sitemaps/shards.ts';
import { noteLists, noteVideos } from './note-pages.ts';
import { tellEngines } from './tell-engines.ts';

const MINUTE = 1 / (24 * 60);
let site: TestSite;
let engine: IndexNowEngine;
let clock: TurnedClock;
let fetch: ReturnType<typeof createSafeFetch>;
let worker: RunningCommand | undefined;

beforeEach(async () => {
  engine = await startIndexNowEngine(() => site.url);
  site = await startTestSite({ INDEXNOW_ENDPOINTS: engine.endpoint, OUTBOUND_ALLOW: engine.host });
  await sql`update domains set domain = 'first.test', address = 'https://first.test'`.execute(site.base.db);
  clock = turnedClock('2026-11-23T10:00:00Z');
  fetch = createSafeFetch({ allow: parseOutboundAllow(engine.host), userAgent: 'test' });
}, 60_000);
afterEach(async () => {
  worker?.kill('SIGKILL');
  worker = undefined;
  await fetch.close();
  await site.close();
  await engine.close();
});

const teller = (endpoints = [engine.endpoint]) => ({
  endpoints,
  domains: createDomainDirectory(site.base.db),
});
const note = () =>
  keepShards(site.base.db, { note: (tx, videos) => noteVideos(tx, teller(), videos) }).then(() =>
    noteLists(site.base.db, teller()),
  );
const context = () => ({ signal: new AbortController().signal, log: silentLog });
const tell = ({ most, endpoints }: { most?: number; endpoints?: string[] } = {}) =>
  tellEngines({ ...teller(endpoints), db: site.base.db, fetch, clock, ...(most ? { most } : {}) }, context());
/** Until each target's next round. */
async function pass(): Promise<void> {
  clock.pass(11 * MINUTE);
  await note();
  await tell();
}
/** Since the last time, sorted. */
const told = () =>
  engine.taken
    .splice(0)
    .flatMap(({ addresses }) => addresses)
    .sort();
const waiting = async () =>
  (await site.base.db.selectFrom('index_now_pages').select('address').orderBy('address').execute()).map(
    ({ address }) => address,
  );
const page = (id: string, host = 'first.test') => `https://${host}/video/${id}`;
const state = async (domain = 'first.test') =>
  (await (await site.admin()).indexing.indexNow({ domain })).targets[0];

async function begin(): Promise<string> {
  await note();
  const id = await makeVideo(site.base.db, { category: 'Charts' });
  await pass();
  told();
  return id;
}

describe('an engine is told', () => {
  test('of a new video, a changed one, one taken down, one shown again and a deleted one, once each', async () => {
    const { db } = site.base;
    await note();
    const id = await makeVideo(db, { category: 'Charts' });
    await pass();
    expect(told()).toEqual(['https://first.test/category/charts', page(id)]);
    await db.updateTable('videos').set({ title: 'Another chart' }).where('id', '=', id).execute();
    await pass();
    expect(told()).toEqual([page(id)]);
    await db.updateTable('videos').set({ views: 1000 }).where('id', '=', id).execute();
    await pass();
    expect(told()).toEqual([]);
    await db.transaction().execute((tx) => hideVideo(tx, id, 'takedown'));
    await pass();
    expect(told()).toEqual(['https://first.test/category/charts', page(id)]);
    await db
      .updateTable('videos')
      .set({ status: 'published', hidden_reason: null })
      .where('id', '=', id)
      .execute();
    await pass();
    expect(told()).toEqual(['https://first.test/category/charts', page(id)]);
    const other = await makeVideo(db, { category: 'Charts' });
    await removeVideo(db, id);
    await db.deleteFrom('videos').where('id', '=', id).execute();
    await pass();
    expect(told()).toEqual([page(id), page(other)].sort());
    await db.deleteFrom('videos').where('id', '=', other).execute();
    await pass();
    expect(told()).toContain(page(other));
    expect(await waiting()).toEqual([]);
  });

  test('of keyword pages that become indexable, cease to be, or have other words', async () => {
    const { db } = site.base;
    const admin = await site.admin();
    await note();
    const words = { keyword: 'w', metaTitle: 'Words', metaDescription: 'Words.', slug: 'slow-waves' };
    const { id } = await admin.keywords.create({ ...words, languageCode: 'de' });
    for (let n = 0; n < 30; n += 1) {
      const videoId = await makeVideo(db, { category: n < 6 ? 'Waves' : 'Grids' });
      if (n < 8) await admin.keywords.link({ keywordId: id, videoId });
    }
    await pass();
    const address = 'https://first.test/de/slow-waves';
    expect(told().filter((one) => !one.includes('/video/'))).toEqual([
      ...['https://first.test/category/grids', 'https://first.test/category/waves', address],
    ]);
    await pass();
    expect(told()).toEqual([]);
    await admin.keywords.change({ id, metaTitle: 'Other words' });
    await pass();
    expect(told()).toEqual([address]);
    await admin.keywords.change({ id, enabled: false });
    await pass();
    expect(told()).toEqual([address]);
    await admin.keywords.delete({ id });
    await pass();
    expect(told()).toEqual([]);
  });
});

describe('each domain', () => {
  test('has its own key and host, and tells of the videos that it owns', async () => {
    const { db } = site.base;
    await makeVideo(db, { category: 'Waves' });
    await addDomain(db, 'waves.test', ['ownedCategories=Waves', 'address=https://waves.test:8443']);
    await note();
    await pass();
    told();
    const [wave, chart] = [
      await makeVideo(db, { category: 'Waves' }),
      await makeVideo(db, { category: 'Charts' }),
    ];
    await pass();
    expect(engine.taken.map(({ host }) => host).sort()).toEqual(['first.test', 'waves.test:8443']);
    const list = 'https://first.test/category/charts';
    expect(told()).toEqual([page(wave, 'waves.test:8443'), page(chart), list].sort());
    await db.updateTable('videos').set({ category: 'Waves' }).where('id', '=', chart).execute();
    await pass();
    expect(told()).toEqual(expect.arrayContaining([page(chart), page(chart, 'waves.test:8443')]));
    const keys = await db.selectFrom('index_now_keys').selectAll().orderBy('domain').execute();
    expect(keys.map(({ domain }) => domain)).toEqual(['first.test', 'waves.test']);
    const statusOf = async (host: string, key = '') => (await askAs(site.url, host, `/${key}.txt`)).status;
    expect(await statusOf('waves.test', keys[1]?.key)).toBe(200);
    expect(await statusOf('first.test', keys[1]?.key)).toBe(404);
    expect(await statusOf('first.test', 'f'.repeat(32))).toBe(404);
  });
});

describe('nothing is lost', () => {
  test('when the worker is killed in the middle: what it submitted is submitted once more', async () => {
    await note();
    const id = await makeVideo(site.base.db, { category: 'Charts' });
    await note();
    const arrived = Promise.withResolvers<void>();
    engine.gate = () => {
      arrived.resolve();
      return new Promise(() => {});
    };
    worker = startWorkerProcess(site, { INDEXNOW_ENDPOINTS: engine.endpoint, OUTBOUND_ALLOW: engine.host });
    await arrived.promise;
    worker.kill('SIGKILL');
    await worker.ended;
    engine.gate = async () => {};
    expect(told()).toContain(page(id));
    clock = turnedClock(new Date().toISOString());
    await tell();
    expect(told()).toEqual([]);
    clock.pass(3 * MINUTE);
    await tell();
    expect(told()).toContain(page(id));
    clock.pass(11 * MINUTE);
    await tell();
    expect([told(), await waiting()]).toEqual([[], []]);
  }, 60_000);

  test('when a page changes while it is submitted', async () => {
    const id = await begin();
    const edit = async (title: string) => {
      await site.base.db.updateTable('videos').set({ title }).where('id', '=', id).execute();
      await note();
    };
    await edit('One');
    clock.pass(11 * MINUTE);
    engine.gate = async () => {
      engine.gate = async () => {};
      await edit('Two');
    };
    await tell();
    expect([told(), await waiting()]).toEqual([[page(id)], [page(id)]]);
    clock.pass(5 * MINUTE);
    await tell();
    expect(told()).toEqual([]);
    clock.pass(6 * MINUTE);
    await tell();
    expect([told(), await waiting()]).toEqual([[page(id)], []]);
  });
});

describe('an engine that says no', () => {
  test.each([
    [429, { 'retry-after': '7200' }, 119, 'The engine received too many submissions (429).'],
    [503, { 'retry-after': '300' }, 4.9, 'The address answered 503 Service Unavailable.'],
    [403, {}, 59, 'does not accept the key (403)'],
  ])(
    'by %i %j is asked again after %d minutes, and the operator sees why',
    async (status, headers, minutes, why) => {
      const id = await begin();
      const before = await state();
      await site.base.db.updateTable('videos').set({ title: 'Other' }).where('id', '=', id).execute();
      engine.answers.push({ status, headers });
      await pass();
      expect(told()).toEqual([]);
      expect(await state()).toEqual({
        ...{ endpoint: engine.endpoint, waiting: 1, told: before?.told, lastToldAt: before?.lastToldAt },
        problem: expect.stringContaining(why),
        nextTryAt: expect.any(String),
      });
      clock.pass(minutes * MINUTE);
      await tell();
      expect([told(), engine.arrived]).toEqual([[], 2]);
      clock.pass(1.2 * MINUTE);
      await tell();
      expect(told()).toEqual([page(id)]);
      expect(await state()).toMatchObject({ waiting: 0, problem: null, nextTryAt: null });
    },
  );
});
