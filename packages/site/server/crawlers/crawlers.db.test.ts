import { systemClock } from '@vesper/core/lib/clock.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { createNameCheck } from '@vesper/core/lib/outbound/reverse-dns.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startDnsServer, type TestDnsServer } from '../../../test/dns-server.ts';
import { requestMedia } from '../../../test/media-request.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { FILE_TEXT, makeStoredVideo } from '../../../test/stored-video.ts';
import { createCrawlers } from './crawlers.ts';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';

const ZONE = {
  names: {
    '192.0.2.1': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.2': ['crawl-192-0-2-1.googlebot.com'],
    '192.0.2.4': ['other.test', 'crawl-192-0-2-4.googlebot.com'],
  },
  addresses: {
    'crawl-192-0-2-1.googlebot.com': ['192.0.2.1'],
    'crawl-192-0-2-4.googlebot.com': ['192.0.2.9', '192.0.2.4'],
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

  test('is counted by engine and day', async () => {
    const crawlers = createCrawlers({
      ...{ db: database.db, clock: systemClock, log: silentLog, networks: new Map() },
      names: createNameCheck({ servers: [dns.server] }),
    });
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

describe("a film's lasting address", () => {
  let site: TestSite;
  let id: string;
  let film: string;
  beforeAll(async () => {
    site = await startTestSite({ TRUST_PROXY: '127.0.0.1' }, { dnsServers: [dns.server] });
    id = await makeStoredVideo(site.base.db, { storage: site.storage });
    const html = await (await fetch(`${site.url}/video/${id}`)).text();
    const { pathname } = new URL(/"contentUrl":"([^"]+)"/.exec(html)?.[1] ?? '');
    expect(pathname).toBe(`/media/film/${id}/video.mp4`);
    // Others read Open Graph; to them the film would be refused.
    expect(html).toMatch(new RegExp(`<meta property="og:video" content="[^"]+/embed/${id}">`));
    film = site.url + pathname;
  });
  afterAll(() => site.close());

  const as = (address: string, userAgent: string, more: Record<string, string> = {}) => ({
    headers: { 'x-forwarded-for': address, 'user-agent': userAgent, ...more },
  });

  test.each([
    ['192.0.2.1', GOOGLE, true],
    ['192.0.2.2', GOOGLE, false],
    ['192.0.2.1', BROWSER, false],
  ])(
    'the page is without the age gate for a verified crawler alone: %s as %s',
    async (address, agent, isOpen) => {
      for (const path of ['/', `/video/${id}`]) {
        const page = await fetch(site.url + path, as(address, agent));
        expect(
          (await page.text()).includes(
            '<html lang="en" data-theme="dark" data-theme-default="dark" data-age="confirmed">',
          ),
        ).toBe(isOpen);
        expect(page.headers.get('cache-control')).toMatch(isOpen ? /^private/ : /^public/);
      }
    },
  );

  test('serves a verified crawler, with ranges, and nobody else', async () => {
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

  test('serves no other file, and no film that is not public', async () => {
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
