import { type Client, SURVIVAL_AGES } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createManners, type Manners } from '@vesper/intake/manners';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOutboundFetch } from '../../../app/composition/outbound.ts';
import { type ChangingSite, startChangingSite } from '../../../test/changing-site.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite, UNHURRIED } from '../../../test/site.ts';
import { type TurnedClock, turnedClock } from '../../../test/turned-clock.ts';
import { claimDueVideos } from './queries.ts';
import { recheckVideos } from './recheck.ts';

const HOUR = 1 / 24;

let clock: TurnedClock;
let source: ChangingSite;
let site: TestSite;
let admin: Client;
let manners: Manners;
let fetch: ReturnType<typeof createOutboundFetch>;

beforeAll(async () => {
  clock = turnedClock('2026-11-20T12:00:00Z');
  source = await startChangingSite();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort }, { clock });
  fetch = createOutboundFetch(site.base.config, 'Test', { limits: { headersTimeoutMs: 5000 } });
  manners = createManners({ db: site.base.db, fetch, clock, pace: UNHURRIED });
});
beforeEach(async () => {
  await sql`delete from videos`.execute(site.base.db);
  source.requests.length = 0;
  // Sessions end while the clock is turned by months.
  admin = await site.admin();
});
afterAll(async () => {
  await fetch.close();
  await site.close();
  await source.close();
});

const context = () => ({ signal: new AbortController().signal, log: silentLog });
const recheck = () => recheckVideos({ db: site.base.db, clock, manners }, context());

async function passAndRecheck(days: number): Promise<void> {
  clock.pass(days);
  await recheck();
  admin = await site.admin();
}

let made = 0;
async function publish(fields: Partial<Insertable<Videos>> = {}): Promise<{ id: string; path: string }> {
  made += 1;
  const kind = fields.kind ?? 'remote';
  const path = kind === 'remote' ? `/film-${made}.mp4` : `/page-${made}`;
  source.set(path, 200);
  const film = { video_url: `${source.origin}${path}`, source_url: `${source.origin}/watch/${made}` };
  const page = { source_url: `${source.origin}${path}` };
  const id = await makeVideo(site.base.db, {
    published_at: clock.now(),
    ...(kind === 'remote' ? film : page),
    ...fields,
    kind,
  });
  return { id, path };
}

async function healthOf(id: string) {
  await drainOutbox(site.base.db);
  return site.base.db.selectFrom('video_health').selectAll().where('video_id', '=', id).executeTakeFirst();
}

const isPublic = (id: string) =>
  site.client.videos.get({ id }).then(
    () => true,
    () => false,
  );

describe('a published video', () => {
  test('is checked from a day later on if remote or embedded, never if hosted', async () => {
    const film = await publish();
    const page = await publish({ kind: 'embed' });
    const hosted = await makeVideo(site.base.db, { published_at: clock.now() });
    expect(await healthOf(hosted)).toBeUndefined();
    await passAndRecheck(1 - HOUR);
    expect(source.requests).toEqual([]);
    await passAndRecheck(HOUR);
    expect(source.requests.sort()).toEqual([`GET ${page.path}`, `HEAD ${film.path}`]);
    for (const { id } of [film, page]) {
      expect(await healthOf(id)).toMatchObject({
        state: 'alive',
        checks: 1,
        interval_days: 2,
        last_class: 'alive',
        last_alive_at: clock.now(),
      });
    }
    await passAndRecheck(2 - HOUR);
    expect(source.requests).toHaveLength(2);
    await passAndRecheck(HOUR);
    expect(source.requests).toHaveLength(4);
  });

  test('is hidden everywhere once two checks find it gone, and returns when it answers', async () => {
    const { db } = site.base;
    const other = await publish({ title: 'Quiet chart', tags: ['chart'] });
    const { id, path } = await publish({ title: 'Vanishing chart', tags: ['chart'], views: 7 });
    source.set(path, 404);
    await passAndRecheck(1);
    expect(await isPublic(id)).toBe(true);
    expect(await healthOf(id)).toMatchObject({
      state: 'suspect',
      failures_in_a_row: 1,
      failing_since: clock.now(),
    });
    const failingSince = clock.now();
    await passAndRecheck(HOUR);
    expect(await isPublic(id)).toBe(false);
    expect((await site.client.videos.list()).videos.map((video) => video.id)).toEqual([other.id]);
    expect((await site.client.videos.list({ search: 'vanishing' })).videos).toEqual([]);
    expect((await site.client.videos.list({ tag: 'chart' })).videos).toHaveLength(1);
    expect(await site.client.videos.related({ id: other.id })).toEqual([]);

    const gone = await admin.health.gone();
    expect(gone).toMatchObject({ next: null, total: 1, totalIsCapped: false });
    expect(gone.videos).toEqual([
      expect.objectContaining({
        id,
        title: 'Vanishing chart',
        kind: 'remote',
        views: 7,
        class: 'deleted',
        message: 'The address answered 404 Not Found.',
        failingSince: failingSince.toISOString(),
        goneAt: clock.now().toISOString(),
        lastAliveAt: null,
      }),
    ]);

    source.set(path, 200);
    await passAndRecheck(6);
    expect(await isPublic(id)).toBe(false);
    await passAndRecheck(1);
    expect(await isPublic(id)).toBe(true);
    expect((await site.client.videos.list({ search: 'vanishing' })).videos).toMatchObject([{ id, views: 7 }]);
    expect(await admin.health.gone()).toMatchObject({ videos: [], total: 0 });
    expect(await healthOf(id)).toMatchObject({ state: 'alive', gone_at: null, failing_since: null });
    const { rows } = await sql<{ hidden_reason: string | null }>`
      select hidden_reason from videos where id = ${id}`.execute(db);
    expect(rows[0]?.hidden_reason).toBeNull();
  });

  test('is not checked where robots.txt forbids it', async () => {
    const { id } = await publish();
    await sql`insert into robots_files (origin, status, body, read_at, expires_at)
      values (${source.origin}, 200, ${'User-agent: *\nDisallow: /'}, ${clock.now()}, '2040-01-01')
      on conflict (origin) do update set status = 200, body = excluded.body, expires_at = '2040-01-01'`.execute(
      site.base.db,
    );
    const forbids = createManners({ db: site.base.db, fetch, clock, pace: UNHURRIED });
    clock.pass(1);
    await recheckVideos({ db: site.base.db, clock, manners: forbids }, context());
    expect(source.requests).toEqual([]);
    expect(await healthOf(id)).toMatchObject({ state: 'alive', failures_in_a_row: 0, checks: 0 });
    expect((await healthOf(id))?.next_check_at?.getTime()).toBe(clock.now().getTime() + 86_400_000);
    await sql`delete from robots_files`.execute(site.base.db);
  });
});

describe('several workers', () => {
  test('check each video once, and take turns between sources', async () => {
    const { db } = site.base;
    const large = await makeSource(db);
    const small = await makeSource(db);
    for (let n = 0; n < 30; n += 1) await publish({ source_id: large });
    for (let n = 0; n < 3; n += 1) await publish({ source_id: small });
    await Promise.all([publish(), publish()]);
    clock.pass(1);
    await drainOutbox(db);
    const now = clock.now();
    const taken = await claimDueVideos(db, { now, leaseUntil: now, perLane: 2, limit: 100 });
    expect(taken.map(({ sourceId }) => sourceId).sort()).toEqual(
      [large, large, small, small, null, null].sort(),
    );
    await Promise.all([recheck(), recheck(), recheck()]);
    expect(source.requests).toHaveLength(35);
    expect(new Set(source.requests).size).toBe(35);
  });

  test('lose nothing when one is killed, and a result that comes too late changes nothing', async () => {
    const { db } = site.base;
    const { id, path } = await publish();
    clock.pass(1);
    let release = () => {};
    const asked = new Promise<void>((resolve) => {
      source.set(path, (response) => {
        release = () => response.writeHead(404).end();
        resolve();
      });
    });
    const late = recheck();
    await asked;
    await recheck();
    expect(source.requests).toHaveLength(1);
    // It hangs for longer than its lease.
    clock.pass(HOUR);
    const finish = release;
    source.set(path, 200);
    await recheck();
    expect(await healthOf(id)).toMatchObject({ state: 'alive', checks: 1, last_class: 'alive' });
    finish();
    await late;
    expect(await healthOf(id)).toMatchObject({ state: 'alive', checks: 1, failures_in_a_row: 0 });
    expect((await db.selectFrom('videos').select('status').executeTakeFirst())?.status).toBe('published');
  });
});

describe('the survival curve', () => {
  test('counts those whose fate at an age is known', async () => {
    const { db } = site.base;
    const sourceId = await makeSource(db, { name: 'Lasting' });
    const dies = await publish({ source_id: sourceId });
    const lives = await publish({ source_id: sourceId });
    await publish();
    await passAndRecheck(1);
    source.set(dies.path, 404);
    await passAndRecheck(2);
    await passAndRecheck(HOUR);
    await passAndRecheck(4 - HOUR);
    await passAndRecheck(8);
    const curve = await admin.health.survival({ id: sourceId });
    expect(curve).toMatchObject({ sourceId, sourceName: 'Lasting' });
    expect(curve.ages.map(({ ageDays }) => ageDays)).toEqual([...SURVIVAL_AGES]);
    expect(curve.ages.map(({ observed, alive, survival }) => [observed, alive, survival])).toEqual([
      [2, 2, 1],
      [2, 2, 1],
      [2, 1, 0.5],
      [1, 1, 0.5],
      [0, 0, null],
      [0, 0, null],
      [0, 0, null],
      [0, 0, null],
      [0, 0, null],
    ]);
    expect(await healthOf(lives.id)).toMatchObject({ checks: 4, state: 'alive' });
    await db.deleteFrom('videos').execute();
    const emptied = await admin.health.survival({ id: sourceId });
    expect(emptied.ages.every(({ observed }) => observed === 0)).toBe(true);
  });
});
