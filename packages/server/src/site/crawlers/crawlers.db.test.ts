import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../kernel/lib/clock.ts';
import { silentLog } from '../../kernel/lib/log.ts';
import { createNameCheck } from '../../kernel/lib/reverse-dns.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startDnsServer, type TestDnsServer } from '../../test/dns-server.ts';
import { requestMedia } from '../../test/media-request.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { FILE_TEXT, makeStoredVideo } from '../../test/stored-video.ts';
import { createCrawlers } from './crawlers.ts';
import { parseEngineNetworks } from './networks.ts';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

const ZONE = {
  names: {
    '192.0.2.1': ['crawl-192-0-2-1.googlebot.com'],
    // Says what it likes of itself.
    '192.0.2.2': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.3': ['googlebot.com.evil.test', 'evilgooglebot.com', 'googlebot.com'],
    '192.0.2.4': ['other.test', 'crawl-192-0-2-4.googlebot.com'],
    '192.0.2.6': ['crawl-192-0-2-6.googlebot.com'],
  },
  addresses: {
    'crawl-192-0-2-1.googlebot.com': ['192.0.2.1'],
    'crawl-192-0-2-4.googlebot.com': ['192.0.2.9', '192.0.2.4'],
    'googlebot.com.evil.test': ['192.0.2.3'],
    'evilgooglebot.com': ['192.0.2.3'],
    'googlebot.com': ['192.0.2.3'],
  },
};

let dns: TestDnsServer;
beforeAll(async () => {
  dns = await startDnsServer(ZONE);
});
afterAll(() => dns.close());

describe('a crawler', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const crawlersOf = (networks = '') =>
    createCrawlers({
      ...{ db: database.db, clock: systemClock, log: silentLog },
      names: createNameCheck({ servers: [dns.server] }),
      networks: parseEngineNetworks(networks),
    });

  test.each([
    ['192.0.2.1', GOOGLE, 'google'],
    ['::ffff:192.0.2.1', GOOGLE, 'google'],
    ['192.0.2.4', GOOGLE, 'google'],
    ['192.0.2.2', GOOGLE, undefined],
    ['192.0.2.3', GOOGLE, undefined],
    ['192.0.2.5', GOOGLE, undefined],
    ['192.0.2.6', GOOGLE, undefined],
    ['192.0.2.1', 'bingbot/2.0', undefined],
    ['192.0.2.1', BROWSER, undefined],
    ['not an address', GOOGLE, undefined],
  ])('at %s that calls itself %s is verified as %s', async (address, userAgent, engine) => {
    expect(await crawlersOf().verify({ address, userAgent })).toBe(engine);
  });

  test('is looked up once, and a visitor who claims nothing never', async () => {
    const crawlers = crawlersOf();
    const before = dns.asked.length;
    await crawlers.verify({ address: '192.0.2.1', userAgent: BROWSER });
    expect(dns.asked.length).toBe(before);
    const visitor = { address: '192.0.2.1', userAgent: GOOGLE };
    await Promise.all([crawlers.verify(visitor), crawlers.verify(visitor)]);
    await crawlers.verify(visitor);
    expect(dns.asked.slice(before)).toEqual([
      'PTR 1.2.0.192.in-addr.arpa',
      'A crawl-192-0-2-1.googlebot.com',
    ]);
  });

  test('is not verified while no server answers, and is once one does', async () => {
    const crawlers = createCrawlers({
      ...{ db: database.db, clock: systemClock, log: silentLog, networks: new Map() },
      names: createNameCheck({ servers: [dns.server], timeoutMs: 500 }),
    });
    const visitor = { address: '192.0.2.1', userAgent: GOOGLE };
    dns.silence(true);
    expect(await crawlers.verify(visitor)).toBeUndefined();
    dns.silence(false);
    await expect.poll(() => crawlers.verify(visitor), { timeout: 20_000 }).toBe('google');
  });

  test('of a network that the engine publishes needs no name', async () => {
    const crawlers = crawlersOf('duckduckgo=198.51.100.0/24,2001:db8::/32 google=203.0.113.7');
    const before = dns.asked.length;
    const engineAt = (address: string, userAgent: string) => crawlers.verify({ address, userAgent });
    expect(await engineAt('198.51.100.77', 'DuckDuckBot/1.1')).toBe('duckduckgo');
    expect(await engineAt('2001:db8::1', 'DuckDuckBot/1.1')).toBe('duckduckgo');
    expect(await engineAt('203.0.113.7', GOOGLE)).toBe('google');
    expect(await engineAt('198.51.101.77', 'DuckDuckBot/1.1')).toBeUndefined();
    expect(dns.asked.length).toBe(before);
  });

  test('is counted by engine and day', async () => {
    const crawlers = crawlersOf();
    for (const address of ['192.0.2.1', '192.0.2.4', '192.0.2.1', '192.0.2.2'])
      await crawlers.note({ address, userAgent: GOOGLE });
    await crawlers.stop();
    await crawlers.note({ address: '192.0.2.1', userAgent: GOOGLE });
    await crawlers.stop();
    const { rows } = await sql<{ engine: string; visits: number }>`
      select engine, sum(visits)::int as visits from crawler_visits group by engine`.execute(database.db);
    expect(rows).toEqual([{ engine: 'google', visits: 4 }]);
  });
});

test.each([
  ['nobody=192.0.2.0/24', 'names "nobody"'],
  ['google=', 'must list the networks of google'],
  ['google=192.0.2.0/33', 'must list the networks of google'],
])('the networks %s are refused with a sentence', (text, sentence) => {
  expect(() => parseEngineNetworks(text)).toThrow(sentence);
});

describe("a film's lasting address", () => {
  let site: TestSite;
  let id: string;
  let film: string;
  beforeAll(async () => {
    site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { dnsServers: [dns.server] });
    id = await makeStoredVideo(site.base.db, { storage: site.storage });
    const html = await (await fetch(`${site.url}/video/${id}`)).text();
    const named = [...html.matchAll(/"contentUrl":"([^"]+)"|property="og:video" content="([^"]+)"/g)];
    const addresses = named.map(([, one, other]) => new URL(one ?? other ?? '').pathname);
    expect(addresses).toEqual([`/media/film/${id}/video.mp4`, `/media/film/${id}/video.mp4`]);
    film = site.url + addresses[0];
  });
  afterAll(() => site.close());

  const as = (address: string, userAgent: string, more: Record<string, string> = {}) => ({
    headers: { 'x-forwarded-for': address, 'user-agent': userAgent, ...more },
  });

  test('is answered to a verified crawler, with ranges, and to nobody else', async () => {
    const whole = await requestMedia(film, as('192.0.2.1', GOOGLE));
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'video/mp4']);
    expect(whole.body.toString()).toContain(FILE_TEXT);
    const part = await requestMedia(film, as('192.0.2.1', GOOGLE, { range: 'bytes=0-9' }));
    expect([part.status, part.body.length]).toEqual([206, 10]);
    const head = await requestMedia(film, { method: 'HEAD', ...as('192.0.2.1', GOOGLE) });
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.body.length)]);
    for (const [address, agent] of [
      ['192.0.2.2', GOOGLE],
      ['192.0.2.5', GOOGLE],
      ['192.0.2.1', BROWSER],
    ] as const) {
      const { status, body } = await requestMedia(film, as(address, agent));
      expect([address, agent, status]).toEqual([address, agent, 403]);
      expect(JSON.parse(body.toString()).message).toContain('is for search engines');
    }
  });

  test('gives no other file, and no film that is not public', async () => {
    for (const name of ['hls.m3u8', 'storyboard.vtt', 'video.webm', '640.webp', '..%2fvideo.mp4']) {
      const { status } = await requestMedia(film.replace('video.mp4', name), as('192.0.2.1', GOOGLE));
      expect([name, status]).toEqual([name, 404]);
    }
    await sql`update videos set status = 'hidden', hidden_reason = 'takedown' where id = ${id}`.execute(
      site.base.db,
    );
    await expect
      .poll(async () => (await requestMedia(film, as('192.0.2.1', GOOGLE))).status, { timeout: 5000 })
      .toBe(404);
    expect((await requestMedia(film, as('192.0.2.1', BROWSER))).status).toBe(403);
  });
});
