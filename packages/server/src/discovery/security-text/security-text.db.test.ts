import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../site/domains/settings.ts';
import { askAs } from '../../test/ask-as.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await addDomain(site.base.db, 'charts.test', [
    'contactEmail=desk@charts.test',
    'address=https://charts.test',
  ]);
});
afterAll(() => site.close());

test('each domain has its own', async () => {
  const { status, headers, body } = await askAs(site.url, 'charts.test', '/.well-known/security.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body.toString()).toContain('Contact: mailto:desk@charts.test\n');
  expect(body.toString()).toContain('Canonical: https://charts.test/.well-known/security.txt\n');
  const other = await askAs(site.url, 'localhost', '/.well-known/security.txt');
  expect(other.body.toString()).toContain('Contact: mailto:contact@localhost\n');
});
