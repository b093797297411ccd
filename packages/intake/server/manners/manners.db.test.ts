import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createMannersRig,
  type MannersRig,
  read,
  type ScriptedSite,
  TEST_USER_AGENT,
} from '../../../test/manners-rig.ts';
import { reserveSlot } from './host-queries.ts';

let rig: MannersRig;
let site: ScriptedSite;
let other: ScriptedSite;

beforeEach(async () => {
  rig = await createMannersRig(2);
  [site, other] = rig.sites as [ScriptedSite, ScriptedSite];
  for (const { answers } of rig.sites) {
    answers['/robots.txt'] = { body: 'User-agent: *\nDisallow: /private' };
    for (const path of ['/a', '/b', '/c']) answers[path] = { body: path };
  }
});
afterEach(() => rig.close());

const paths = ({ log }: ScriptedSite) => log.map(({ path }) => path);
const times = ({ log }: ScriptedSite) => log.map(({ at }) => at);

describe('the queue before a host', () => {
  test('requests nothing if the caller objects, not even a robots.txt', async () => {
    site.answers['/a'] = { status: 302, headers: { location: `${other.origin}/b` } };
    const beforeRequest = async ({ origin }: URL) => {
      if (origin === other.origin) throw new Error('Not there.');
    };
    const fetch = rig.worker().fetchFor(null);
    await expect(fetch(`${site.origin}/a`, { beforeRequest })).rejects.toThrow('Not there.');
    expect([paths(site), paths(other)]).toEqual([['/robots.txt', '/a'], []]);
    expect((await read(fetch(`${other.origin}/b`))).text).toBe('/b');
  });

  test('leaves a second between two requests, robots.txt included, and names us in each', async () => {
    const fetch = rig.worker().fetchFor(null);
    for (const path of ['/a', '/b', '/c']) expect((await read(fetch(site.origin + path))).text).toBe(path);
    expect(paths(site)).toEqual(['/robots.txt', '/a', '/b', '/c']);
    expect(times(site)).toEqual([0, 1, 2, 3]);
    expect(site.log.map(({ headers }) => headers['user-agent'])).toEqual(Array(4).fill(TEST_USER_AGENT));
  });

  test("leaves the delay in the source's row, none if that is 0", async () => {
    const slow = rig.worker().fetchFor(await rig.addSource({ crawlDelayMs: 2500 }));
    for (const path of ['/a', '/b']) await read(slow(site.origin + path));
    expect(times(site)).toEqual([0, 2.5, 5]);
    const own = rig
      .worker()
      .fetchFor(await rig.addSource({ url: `${other.origin}/map.xml`, crawlDelayMs: 0 }));
    for (const path of ['/a', '/b']) await read(own(other.origin + path));
    expect(new Set(times(other)).size).toBe(1);
  });

  test('follows a longer Crawl-delay, even for our own source', async () => {
    site.answers['/robots.txt'] = {
      body: 'User-agent: *\nCrawl-delay: 7\nUser-agent: VesperBot\nCrawl-delay: 4',
    };
    const fetch = rig.worker().fetchFor(await rig.addSource({ crawlDelayMs: 0 }));
    for (const path of ['/a', '/b', '/c']) await read(fetch(site.origin + path));
    expect(times(site)).toEqual([0, 0, 4, 8]);
  });

  test('fetches nothing if the Crawl-delay is unreasonable, and says so', async () => {
    site.answers['/robots.txt'] = { body: 'User-agent: *\nCrawl-delay: 3600' };
    await expect(rig.worker().fetchFor(null)(`${site.origin}/a`)).rejects.toMatchObject({
      code: 'robots',
      kind: 'transient',
      message:
        "The site's robots.txt asks for 3,600 seconds between two requests, so nothing is fetched there today.",
      retryAfterMs: 86_400_000,
    });
    expect(paths(site)).toEqual(['/robots.txt']);
  });

  test('is one for all workers, and outlives them', async () => {
    const [first, second] = [rig.worker().fetchFor(null), rig.worker().fetchFor(null)];
    await read(first(`${site.origin}/a`));
    await read(second(`${site.origin}/b`));
    await read(first(`${site.origin}/c`));
    await read(rig.worker().fetchFor(null)(`${site.origin}/a`));
    expect(paths(site)).toEqual(['/robots.txt', '/a', '/b', '/c', '/a']);
    expect(times(site)).toEqual([0, 1, 2, 3, 4]);
  });

  test('never gives one moment away twice, on the clock of the database', async () => {
    const request = { host: 'busy.test:443', gapMs: 1000, maxWaitMs: 60_000, moment: null };
    const slots = await Promise.all(Array.from({ length: 40 }, () => reserveSlot(rig.database.db, request)));
    expect(slots.every(({ taken }) => taken)).toBe(true);
    const moments = slots
      .map(({ at, waitMs }) => at.getTime() + waitMs)
      .sort((one, another) => one - another);
    const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(999);
  });

  test('rejects a request that would wait too long, with the time to retry, and reserves no turn for it', async () => {
    site.answers['/robots.txt'] = { body: 'User-agent: *\nCrawl-delay: 100' };
    const manners = rig.worker();
    const fetch = manners.fetchFor(null);
    await read(fetch(`${site.origin}/a`));
    for (let n = 0; n < 3; n += 1) {
      await expect(fetch(`${site.origin}/b`)).rejects.toMatchObject({
        code: 'host_waits',
        kind: 'transient',
        message: `The queue for ${site.host} is long. The next turn is in 100 seconds.`,
        retryAfterMs: 100_000,
      });
    }
    expect(rig.seconds()).toBe(1);
    await read(manners.fetchFor(null, { maxWaitMs: 200_000 })(`${site.origin}/c`));
    expect(times(site)).toEqual([0, 1, 101]);
  });

  test('continues after the clock was set back, and keeps requested pauses', async () => {
    site.answers['/b'] = { status: 503, headers: { 'retry-after': '600' } };
    const fetch = rig.worker().fetchFor(null);
    await read(fetch(`${site.origin}/a`));
    await read(fetch(`${site.origin}/b`));
    await expect(fetch(`${site.origin}/c`)).rejects.toMatchObject({ code: 'host_waits' });
    rig.pass(-3600);
    const later = rig.worker().fetchFor(null);
    for (const passed of [0, 400]) {
      rig.pass(passed);
      const left = { code: 'host_waits', retryAfterMs: (601 - passed) * 1000 };
      await expect(later(`${site.origin}/c`)).rejects.toMatchObject(left);
    }
    rig.pass(201);
    for (const path of ['/c', '/a']) await read(later(site.origin + path));
    expect(times(site)).toEqual([0, 1, 2, 603 - 3600, 604 - 3600]);
    rig.pass(-3600);
    await read(rig.worker().fetchFor(null)(`${site.origin}/c`));
    expect(times(site).at(-1)).toBe(606 - 7200);
  });

  test('ends a wait at once when the signal says so', async () => {
    const stop = new AbortController();
    const waiting = Promise.withResolvers<void>();
    const sleepForEver = (_durationMs: number, signal?: AbortSignal) => {
      waiting.resolve();
      return new Promise<void>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    };
    await read(rig.worker().fetchFor(null)(`${site.origin}/a`));
    const fetch = rig.worker({}, sleepForEver).fetchFor(null);
    const fetching = fetch(`${site.origin}/b`, { signal: stop.signal });
    await waiting.promise;
    stop.abort(new Error('The worker is stopping.'));
    await expect(fetching).rejects.toThrow('The worker is stopping.');
    expect(paths(site)).toEqual(['/robots.txt', '/a']);
    await read(rig.worker().fetchFor(null)(`${site.origin}/c`));
  });

  test('limits concurrent requests as the source says, until their bodies are read', async () => {
    const manners = rig.worker({ maxWaitMs: 100 });
    const one = await rig.addSource({ crawlDelayMs: 0 });
    const open = await manners.fetchFor(one)(`${site.origin}/a`);
    await expect(manners.fetchFor(one)(`${site.origin}/b`)).rejects.toMatchObject({
      code: 'host_waits',
      message: `Other requests to ${site.host} have been running for a long time.`,
    });
    open.discard();
    expect((await read(manners.fetchFor(one)(`${site.origin}/b`))).text).toBe('/b');
    const two = await rig.addSource({ url: `${site.origin}/2.xml`, crawlDelayMs: 0, concurrency: 2 });
    const both = await Promise.all(['/a', '/b'].map((path) => manners.fetchFor(two)(site.origin + path)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    for (const { discard } of both) discard();
  });

  test('frees the place of a long transfer, so that it cannot block all others', async () => {
    const manners = rig.worker({ maxHoldMs: 20, maxWaitMs: 30_000 });
    const source = await rig.addSource({ crawlDelayMs: 0 });
    const open = await manners.fetchFor(source)(`${site.origin}/a`);
    expect((await read(manners.fetchFor(source)(`${site.origin}/b`))).text).toBe('/b');
    expect((await read(Promise.resolve(open))).text).toBe('/a');
  });
});

describe('robots.txt', () => {
  test('is requested conditionally, and its old rules apply after a 304', async () => {
    site.answers['/robots.txt'] = (headers) =>
      headers['if-none-match'] === '"v1"'
        ? { status: 304 }
        : { headers: { etag: '"v1"' }, body: 'User-agent: *\nDisallow: /a' };
    const allowed = () => rig.worker().fetchFor(null)(`${site.origin}/a`);
    await expect(allowed()).rejects.toMatchObject({ code: 'robots', kind: 'permanent' });
    rig.pass(86_401);
    await expect(allowed()).rejects.toMatchObject({ code: 'robots' });
    expect(site.log.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
  });

  test('keeps us from disallowed addresses, even after a redirect', async () => {
    site.answers['/to-private'] = { status: 302, headers: { location: '/private/x' } };
    site.answers['/to-other'] = { status: 301, headers: { location: `${other.origin}/private/y` } };
    site.answers['/to-good'] = { status: 307, headers: { location: `${other.origin}/a` } };
    const fetch = rig.worker().fetchFor(null);
    for (const path of ['/private', '/to-private', '/to-other'])
      await expect(fetch(site.origin + path)).rejects.toMatchObject({ code: 'robots' });
    expect((await read(fetch(`${site.origin}/to-good`))).text).toBe('/a');
    expect(paths(site)).toEqual(['/robots.txt', '/to-private', '/to-other', '/to-good']);
    expect(paths(other)).toEqual(['/robots.txt', '/a']);
    expect(times(other)[1]).toBeGreaterThanOrEqual((times(other)[0] ?? 0) + 1);
  });
});

describe('a host that asks for a pause', () => {
  test.each([
    [429, '120', 120],
    [503, new Date(Date.UTC(2026, 10, 21, 13)).toUTCString(), 3599],
    [429, '999999999', 86_400],
  ])('with %i and Retry-After %s gets it', async (status, retryAfter, seconds) => {
    site.answers['/a'] = { status, headers: { 'retry-after': retryAfter } };
    expect((await read(rig.worker().fetchFor(null)(`${site.origin}/a`))).status).toBe(status);
    const again = () => rig.worker().fetchFor(null)(`${site.origin}/b`);
    await expect(again()).rejects.toMatchObject({
      code: 'host_waits',
      kind: 'transient',
      retryAfterMs: seconds * 1000,
      message: expect.stringMatching(
        /^127\.0\.0\.1:\d+ is paused until 2026-11-2\d .* UTC: The address answered/,
      ),
    });
    rig.pass(seconds - 1);
    await expect(again()).rejects.toMatchObject({ retryAfterMs: 1000 });
    expect(paths(site)).toEqual(['/robots.txt', '/a']);
    rig.pass(1);
    site.answers['/robots.txt'] = { status: 404 };
    expect((await read(again())).text).toBe('/b');
  });

  test('is paused for longer with each failure, and not after it has answered', async () => {
    const failing = { '5xx': { status: 502 }, cut: { cut: true } };
    const pause = async () => {
      const error = await rig
        .worker()
        .fetchFor(null)(`${site.origin}/c`)
        .catch((thrown) => thrown);
      return error.code === 'host_waits' ? error.retryAfterMs / 1000 : 0;
    };
    const pauses: number[] = [];
    site.answers['/robots.txt'] = { status: 404 };
    for (const script of [failing.cut, failing['5xx'], failing.cut, failing.cut]) {
      site.answers['/a'] = script;
      await rig
        .worker()
        .fetchFor(null)(`${site.origin}/a`)
        .then(
          ({ discard }) => discard(),
          () => {},
        );
      pauses.push(await pause());
      rig.pass(pauses.at(-1) ?? 0);
    }
    expect(pauses).toEqual([60, 120, 240, 480]);
    await read(rig.worker().fetchFor(null)(`${site.origin}/b`));
    await rig
      .worker()
      .fetchFor(null)(`${site.origin}/a`)
      .catch(() => {});
    expect(await pause()).toBe(60);
  });

  test('counts one failure if several concurrent requests fail together', async () => {
    const source = await rig.addSource({ crawlDelayMs: 0, concurrency: 2 });
    const bothHere = Promise.withResolvers<void>();
    let here = 0;
    site.answers['/slow'] = async () => {
      here += 1;
      if (here === 2) bothHere.resolve();
      await bothHere.promise;
      return { status: 500 };
    };
    const fetch = rig.worker().fetchFor(source);
    await Promise.all([read(fetch(`${site.origin}/slow`)), read(fetch(`${site.origin}/slow`))]);
    await expect(fetch(`${site.origin}/b`)).rejects.toMatchObject({ retryAfterMs: 60_000 });
  });
});
