import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../../site/server/domains/settings.ts';
import { askAs } from '../../../test/ask-as.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
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
