import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMannersRig, type MannersRig, read, type ScriptedSite } from '../../../test/manners-rig.ts';
import { mannersOf, type Pace, resetBreakers } from './index.ts';

let rig: MannersRig;
let site: ScriptedSite;
let files: ScriptedSite;
let source: string;

const DAY = 86_400;
const PACE: Partial<Pace> = { backOffMs: 0 };

beforeEach(async () => {
  rig = await createMannersRig(2);
  [site, files] = rig.sites as [ScriptedSite, ScriptedSite];
  source = await rig.addSource({ crawlDelayMs: 0 });
  site.answers['/good'] = { body: 'good' };
});
afterEach(() => rig.close());

async function go(path: string, { conditional = false, at = site } = {}): Promise<number | string> {
  const fetch = rig.worker(PACE).fetchFor(source);
  return read(fetch(at.origin + path, { conditional })).then(
    ({ status }) => status,
    (error) => error.code,
  );
}

async function goTimes(times: number, path: string): Promise<(number | string)[]> {
  const ends = [];
  for (let n = 0; n < times; n += 1) ends.push(await go(path));
  return ends;
}

const openClasses = async () =>
  (await mannersOf(rig.database.db, [source], new Date())).get(source)?.breakers.map((one) => one.class);

describe('the breaker of a source', () => {
  test.each([
    ['403', 403, 403, DAY],
    ['429', 429, 429, 3600],
    ['5xx', 503, 503, 3600],
    ['network', 0, 'connect', 3600],
  ])(
    'opens after five failures of the class %s in a row, and says why',
    async (name, status, end, seconds) => {
      site.answers['/bad'] = status === 0 ? { cut: true } : { status, headers: { 'retry-after': '0' } };
      expect(await goTimes(6, '/bad')).toEqual([end, end, end, end, end, 'source_paused']);
      const asked = site.log.length;
      const fetch = rig.worker(PACE).fetchFor(source);
      await expect(fetch(`${site.origin}/good`)).rejects.toMatchObject({
        kind: 'transient',
        retryAfterMs: seconds * 1000,
        message: expect.stringMatching(
          new RegExp(`^This source is paused until 2026-11-2\\d \\d\\d:00 UTC, because it .*\\(${name}\\)`),
        ),
      });
      expect(site.log).toHaveLength(asked);
      expect(await openClasses()).toEqual([name]);
    },
  );

  test('counts failures in a row only, each class by itself', async () => {
    site.answers['/forbidden'] = { status: 403 };
    site.answers['/broken'] = { status: 500 };
    await goTimes(4, '/forbidden');
    await goTimes(4, '/broken');
    expect(await go('/good')).toBe(200);
    await goTimes(4, '/forbidden');
    expect(await go('/good')).toBe(200);
    await goTimes(4, '/broken');
    expect(await go('/forbidden')).toBe(403);
    expect(await openClasses()).toEqual([]);
    expect(await go('/broken')).toBe(500);
    expect(await openClasses()).toEqual(['5xx']);
  });

  test('is not closed by an answer to a request from before the failures', async () => {
    source = await rig.addSource({ url: `${site.origin}/2.xml`, crawlDelayMs: 0, concurrency: 2 });
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ body: string }>();
    site.answers['/slow'] = () => {
      arrived.resolve();
      return answer.promise;
    };
    site.answers['/bad'] = { status: 403 };
    expect(await go('/bad')).toBe(403);
    rig.pass(1);
    const slow = go('/slow');
    await arrived.promise;
    rig.pass(1);
    await goTimes(3, '/bad');
    answer.resolve({ body: 'late' });
    expect(await slow).toBe(200);
    expect(await goTimes(2, '/bad')).toEqual([403, 'source_paused']);
  });

  test('allows one trial request once its time is over, and stays open for longer if that fails', async () => {
    site.answers['/bad'] = { status: 500 };
    await goTimes(5, '/bad');
    rig.pass(3599);
    expect(await go('/bad')).toBe('source_paused');
    rig.pass(1);
    expect(await go('/bad')).toBe(500);
    expect(await go('/good')).toBe('source_paused');
    rig.pass(7199);
    expect(await go('/good')).toBe('source_paused');
    rig.pass(1);
    expect(await go('/good')).toBe(200);
    expect(await openClasses()).toEqual([]);
    expect(await goTimes(4, '/bad')).toEqual([500, 500, 500, 500]);
    expect(await go('/good')).toBe(200);
  });

  test('admits no other request during a trial, unless the trial dies', async () => {
    site.answers['/bad'] = { status: 500 };
    await goTimes(5, '/bad');
    rig.pass(3600);
    const arrived = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<{ body: string }>();
    site.answers['/slow'] = () => {
      arrived.resolve();
      return answer.promise;
    };
    const trial = go('/slow');
    await arrived.promise;
    const fetch = rig.worker(PACE).fetchFor(source);
    await expect(fetch(`${site.origin}/good`)).rejects.toMatchObject({
      code: 'source_paused',
      message: expect.stringMatching(/^This source was paused and is being tested with one request/),
    });
    rig.pass(299);
    expect(await go('/good')).toBe('source_paused');
    rig.pass(2);
    expect(await go('/good')).toBe(200);
    answer.resolve({ body: 'late' });
    expect(await trial).toBe(200);
  });

  test('gives the trial to the next request if the first was never sent', async () => {
    site.answers['/robots.txt'] = { body: 'User-agent: *\nDisallow: /private' };
    site.answers['/bad'] = { status: 500 };
    await goTimes(5, '/bad');
    rig.pass(3600);
    expect(await go('/private')).toBe('robots');
    expect(await go('/good')).toBe(200);
  });

  test.each([401, 451])('opens for a day at the first %i', async (status) => {
    site.answers['/bad'] = { status };
    expect(await goTimes(2, '/bad')).toEqual([status, 'source_paused']);
    rig.pass(DAY - 1);
    expect(await go('/good')).toBe('source_paused');
    rig.pass(1);
    expect(await go('/good')).toBe(200);
  });

  test('opens at the first 403 for a list file, and not for a video', async () => {
    site.answers['/video'] = { status: 403 };
    expect(await goTimes(2, '/video')).toEqual([403, 403]);
    site.answers['/sitemap.xml'] = { status: 403 };
    expect(await goTimes(2, '/sitemap.xml')).toEqual([403, 'source_paused']);
    await resetBreakers(rig.database.db, source);
    site.answers['/more.xml'] = { status: 403 };
    expect(await go('/more.xml', { conditional: true })).toBe(403);
    expect(await go('/good')).toBe('source_paused');
  });

  test('opens if robots.txt is refused by the site itself, not by a host of its files', async () => {
    files.answers['/robots.txt'] = { status: 403 };
    files.answers['/video'] = { body: 'video' };
    expect(await go('/video', { at: files })).toBe(200);
    site.answers['/robots.txt'] = { status: 403 };
    expect(await goTimes(2, '/good')).toEqual(['source_paused', 'source_paused']);
    expect(site.log.map(({ path }) => path)).toEqual(['/robots.txt']);
    const fetch = rig.worker(PACE).fetchFor(source);
    await resetBreakers(rig.database.db, source);
    await expect(fetch(`${site.origin}/good`)).rejects.toMatchObject({ code: 'source_paused' });
    site.answers['/robots.txt'] = { status: 404 };
    await resetBreakers(rig.database.db, source);
    expect((await read(fetch(`${site.origin}/good`))).status).toBe(200);
  });

  test('is shown, and can be reset; a pause requested by a host stays', async () => {
    const { db } = rig.database;
    const other = await rig.addSource({ url: `${files.origin}/list.csv` });
    site.answers['/bad'] = { status: 401 };
    site.answers['/busy'] = { status: 429, headers: { 'retry-after': '600' } };
    await go('/busy');
    await db
      .updateTable('crawl_hosts')
      .set({ blocked_until: new Date(Date.now() + 1e6) })
      .execute();
    await db
      .updateTable('source_breakers')
      .set({ open_until: new Date(Date.now() + 1e6) })
      .execute();
    const told = await mannersOf(db, [source, other], new Date());
    expect(told.get(other)).toEqual({ breakers: [], blockedHost: null });
    expect(told.get(source)).toMatchObject({
      breakers: [
        {
          class: '429',
          failures: 1,
          message: `The address answered 429 Too Many Requests. (${site.origin}/busy)`,
        },
      ],
      blockedHost: { host: site.host, message: 'The address answered 429 Too Many Requests.' },
    });
    await resetBreakers(db, source);
    const after = await mannersOf(db, [source], new Date());
    expect(after.get(source)).toMatchObject({ breakers: [], blockedHost: { host: site.host } });
    expect((await mannersOf(db, ['gone'], new Date())).size).toBe(0);
  });
});
