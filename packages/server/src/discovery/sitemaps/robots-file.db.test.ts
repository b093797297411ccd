import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../site/domains/settings.ts';
import { askAs } from '../../test/ask-as.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { robotsText } from './robots.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await addDomain(site.base.db, 'charts.test', []);
  await addDomain(site.base.db, 'open.test', ['discovery.aiTraining=yes']);
});
afterAll(() => site.close());

const robotsOf = (host: string) => askAs(site.url, host, '/robots.txt');

test('each domain has its own, by its setting', async () => {
  const charts = await robotsOf('charts.test');
  expect(charts.status).toBe(200);
  expect(charts.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(charts.body.toString()).toBe(robotsText({ sitemapsAt: 'http://charts.test', aiTraining: false }));
  expect((await robotsOf('open.test')).body.toString()).toBe(
    robotsText({ sitemapsAt: 'http://open.test', aiTraining: true }),
  );
});

describe('where pages are shown by any name', () => {
  let shown: TestSite;
  beforeAll(async () => {
    shown = await startTestSite({ OTHER_HOSTS: 'show' });
    await sql`update domains set domain = 'first.test'`.execute(shown.base.db);
  });
  afterAll(() => shown.close());

  test('crawlers may come and see that each asks to be left out', async () => {
    for (const host of ['elsewhere.test', 'www.first.test', '127.0.0.1']) {
      const { status, body } = await askAs(shown.url, host, '/robots.txt');
      expect([status, body.toString()]).toEqual([
        200,
        robotsText({ sitemapsAt: undefined, aiTraining: false }),
      ]);
      const page = await askAs(shown.url, host, '/');
      expect(page.body.toString()).toContain('<meta name="robots" content="noindex,follow">');
    }
  });
});
