import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../site/domains/index.ts';
import { askAs } from '../../test/ask-as.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { FOREIGN_ROBOTS_TEXT, robotsText } from './robots-text.ts';

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
  expect(charts.body.toString()).toBe(robotsText({ origin: 'http://charts.test', aiTraining: false }));
  expect((await robotsOf('open.test')).body.toString()).toBe(
    robotsText({ origin: 'http://open.test', aiTraining: true }),
  );
});

test('a host name that is no domain’s is refused everything', async () => {
  for (const host of ['elsewhere.test', '192.0.2.7'])
    expect((await robotsOf(host)).body.toString()).toBe(FOREIGN_ROBOTS_TEXT);
});

test('a domain’s name with www. before it is led to the domain’s own', async () => {
  const { status, headers } = await robotsOf('www.charts.test');
  expect([status, headers.location]).toEqual([308, 'http://charts.test/robots.txt']);
});

test('HEAD says the same without the text', async () => {
  const { status, headers, body } = await askAs(site.url, 'charts.test', '/robots.txt', { method: 'HEAD' });
  const whole = (await robotsOf('charts.test')).body;
  expect([status, headers['content-length'], body.length]).toEqual([200, String(whole.length), 0]);
});
