import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { makeStoredVideo } from '../../../test/stored-video.ts';
import { uncached } from '../../../test/uncached.ts';
import { addDomain } from './settings.ts';

interface Answer {
  status: number;
  location: string | undefined;
  cacheControl: string | undefined;
  text: string;
}

function ask(
  site: TestSite,
  host: string,
  path = '/',
  method = 'GET',
  more: Record<string, string> = {},
): Promise<Answer> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: { host, ...more } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      const { location, 'cache-control': cacheControl } = response.headers;
      resolve({ status: response.statusCode ?? 0, location, cacheControl, text });
    })
      .on('error', reject)
      .end();
  });
}

const canonical = ({ text }: Answer) => /<link rel="canonical" href="([^"]*)">/.exec(text)?.[1];
const isLeftOut = ({ text }: Answer) => text.includes('<meta name="robots" content="noindex,follow">');

const originsIn = ({ text }: Answer) =>
  [...new Set([...text.matchAll(/https?:\/\/[^/"<&]*test[^/"<&]*/g)].map(([address]) => address))].sort();

async function startNamedSite(env: Record<string, string> = {}): Promise<TestSite> {
  const site = await startTestSite(env);
  await sql`update domains set domain = 'first.test', address = 'https://first.test'`.execute(site.base.db);
  await sql`insert into categories (name, slug) values ('Waves', 'waves'), ('Fractals', 'fractals')`.execute(
    site.base.db,
  );
  await addDomain(site.base.db, 'second.test', ['siteName=Second', 'ownedCategories=Waves']);
  await addDomain(site.base.db, 'www.third.test', ['address=https://www.third.test:8443']);
  return site;
}

describe('a page', () => {
  let site: TestSite;
  let videoId: string;
  beforeAll(async () => {
    site = await startNamedSite();
    videoId = await makeStoredVideo(site.base.db, { storage: site.storage });
  });
  afterAll(() => site.close());

  test.each([
    ['first.test', 'https://first.test'],
    ['FIRST.test.:8080', 'https://first.test'],
    ['second.test', 'http://second.test'],
    ['second.test:8080', 'http://second.test:8080'],
    ['www.third.test', 'https://www.third.test:8443'],
  ])('asked of %s is named by %s', async (host, origin) => {
    const page = await ask(site, host, '/');
    expect([page.status, canonical(page), isLeftOut(page)]).toEqual([200, `${origin}/`, false]);
    expect(originsIn(page)).toEqual([origin]);
  });

  test.each([
    ['first.test', 'Fractals', 'https://first.test', []],
    ['first.test', 'Waves', 'https://second.test', ['https://first.test']],
    ['second.test:8080', 'Fractals', 'https://first.test', ['http://second.test:8080']],
    ['127.0.0.1', 'Waves', 'https://second.test', ['https://first.test']],
  ])('of a video requested at %s in the category %s names its owner', async (host, category, owner, rest) => {
    await sql`update videos set category = ${category} where id = ${videoId}`.execute(site.base.db);
    const page = await ask(site, host, uncached(`/video/${videoId}`));
    expect(canonical(page)).toBe(`${owner}/video/${videoId}`);
    expect(page.text).toContain(`<meta property="og:url" content="${owner}/video/${videoId}">`);
    expect(originsIn(page)).toEqual([owner, ...rest].sort());
    const picture = /"thumbnailUrl":\["(https?:[^"]+)"/.exec(page.text)?.[1] ?? '';
    const { host: own, pathname } = new URL(picture);
    expect((await ask(site, own, pathname)).status).toBe(200);
  });

  test.each([
    ['invented.test', 'https://first.test'],
    ['www.first.test', 'https://first.test'],
    ['www.second.test:81', 'http://second.test:81'],
    ['third.test', 'https://www.third.test:8443'],
  ])('asked of %s, which is no domain, leads to the same page of %s', async (host, origin) => {
    const asked = ['/', `/video/${videoId}?a=b&page=2`, '/no/such/page', '//evil.test/', '/\\evil.test'];
    const named = [...asked.slice(0, -1), '/%25'];
    for (const [nth, path] of asked.entries())
      for (const method of ['GET', 'HEAD']) {
        const { status, location, text } = await ask(site, host, path, method);
        expect([status, location, text]).toEqual([308, origin + named[nth], '']);
        expect(new URL(location ?? '').origin).toBe(origin);
      }
  });

  test('redirects for five minutes, and not if a proxy says that its domain was requested', async () => {
    const { cacheControl } = await ask(site, 'origin.test', '/help');
    expect(cacheControl).toBe('public, max-age=300');
    const said = (name: string) => ask(site, 'origin.test', '/help', 'GET', { 'x-forwarded-host': name });
    const page = await said('first.test');
    expect([page.status, canonical(page), isLeftOut(page)]).toEqual([200, 'https://first.test/help', true]);
    expect((await said('evil.test')).status).toBe(308);
  });

  test.each(['@evil.test', '.evil.test', ':81@evil.test/', 'https://evil.test/', '*'])(
    'with %s for an address redirects nowhere else',
    async (path) => {
      const { status, location } = await ask(site, 'invented.test', path);
      expect([400, 404, 308]).toContain(status);
      if (location !== undefined) expect(new URL(location).origin).toBe('https://first.test');
    },
  );

  test.each(['[::1]:3000', '192.0.2.7:3000', 'nas.local'])(
    'requested at %s, which is no public name, is served and kept out of search engines',
    async (host) => {
      const page = await ask(site, host, `/video/${videoId}`);
      expect([page.status, isLeftOut(page)]).toEqual([200, true]);
      const picture = /src="(\/media\/thumbnail\/[^"]+)"/.exec(page.text)?.[1] ?? '';
      expect((await ask(site, host, picture)).status).toBe(200);
      expect((await ask(site, 'first.test', picture)).status).toBe(200);
      expect((await ask(site, 'second.test', picture)).status).toBe(404);
    },
  );

  test('is all that redirects: resources needed under an unnamed host stay there', async () => {
    const expected = {
      '/admin/login': 200,
      '/admin': 302,
      '/dashboard': 200,
      '/api/domain-config': 200,
      '/api/none': 404,
      '/healthz': 200,
      '/site.webmanifest': 200,
      '/media/none': 308,
    };
    for (const [path, status] of Object.entries(expected)) {
      const answer = await ask(site, 'invented.test', path);
      expect([path, answer.status]).toEqual([path, status]);
    }
    const { text } = await ask(site, '127.0.0.1', `/video/${videoId}`);
    const picture = /src="(\/media\/thumbnail\/[^"]+)"/.exec(text)?.[1] ?? '';
    expect((await ask(site, 'invented.test', picture)).status).toBe(200);
  });
});

test('a new site, named localhost, is served under every loopback name', async () => {
  const site = await startTestSite();
  try {
    for (const [host, isOwn] of [
      ['localhost:3000', true],
      ['127.0.0.1:3000', true],
      ['[::1]:3000', true],
      ['192.0.2.7:3000', false],
    ] as const) {
      const page = await ask(site, host, '/help');
      expect([host, canonical(page), isLeftOut(page)]).toEqual([host, 'http://localhost:3000/help', !isOwn]);
      expect((await ask(site, host, '/robots.txt')).text.includes('Sitemap: http://localhost:3000/')).toBe(
        isOwn,
      );
      expect((await ask(site, host, '/sitemap.xml')).status).toBe(isOwn ? 200 : 404);
    }
  } finally {
    await site.close();
  }
});
