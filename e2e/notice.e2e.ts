import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { fillNotice, NOTICE, submitNotice } from '../packages/web/test/notice.ts';
import { findNotice } from './awkward-data.ts';
import { demoSite } from './demo.ts';

const { site, dataDir } = await demoSite();
const SUBMIT = '**/api/dmca/submit';

let visitor: Visitor;
let page: Page;
beforeEach(async () => {
  visitor = await openVisitor({ origin: site, isAdult: true });
  page = visitor.page;
  await page.goto(`${site}/dmca/submit`);
});
afterEach(() => visitor.context.close());

const toast = (title: string) => page.locator('.toast', { hasText: title });

test('a form left empty says what is wrong under each field, and takes the focus to the first', async () => {
  await submitNotice(page);
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBe(6);
  const problemOf = (label: string) =>
    page.getByLabel(label).evaluate((field) => {
      const ids = (field.getAttribute('aria-describedby') ?? '').split(' ');
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
    });
  for (const label of Object.keys(NOTICE))
    expect([label, await problemOf(label)]).toEqual([label, expect.stringContaining('Required')]);
  for (const label of ['good faith', 'penalty of perjury']) {
    expect(await problemOf(label)).toContain('Both good faith and accuracy statements must be true');
  }
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(
    'complainantName',
  );
});

test('one statement is not enough', async () => {
  await fillNotice(page);
  await page.getByLabel('under penalty of perjury').uncheck();
  await submitNotice(page);
  await page.getByText('Both good faith and accuracy statements must be true').first().waitFor();
  expect(await page.getByText('Required', { exact: true }).count()).toBe(0);
});

test('a sent notice is stored, and its request id is shown', async () => {
  await fillNotice(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(SUBMIT, async (route) => {
    await held;
    await route.continue();
  });
  await submitNotice(page);
  await page.getByRole('button', { name: 'Submitting...' }).waitFor();
  release();
  await page.getByRole('heading', { name: 'DMCA Request Submitted Successfully' }).waitFor();
  await toast('DMCA Request Submitted')
    .getByText('We will review your request within 24-48 hours.')
    .waitFor();

  const requestId = (await page.locator('main code').textContent())?.trim() ?? '';
  expect(await findNotice(dataDir, requestId)).toMatchObject({
    complainant_name: NOTICE['Full Name *'],
    complainant_email: NOTICE['Email Address *'],
    copyright_work: NOTICE['Description of Copyrighted Work *'],
    infringing_url: NOTICE['URL of Infringing Material *'],
    good_faith_statement: true,
    status: 'pending',
  });
  const main = ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');
  for (const words of [
    'Request ID',
    'within 24-48 hours',
    'What happens next?',
    NOTICE['Email Address *'],
    'all required DMCA elements',
    /removed or disabled within 24-48 hours/,
    /source is notified,? if applicable/,
  ]) {
    expect(main).toMatch(words);
  }
  expect(await page.getByRole('link', { name: 'View DMCA Policy' }).getAttribute('href')).toBe('/dmca');
  expect(await page.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
  expect(visitor.complaints).toEqual([]);
});

test.each([
  [
    'its sentence',
    { status: 503, json: { error: 'unavailable', message: 'The post is closed.' } },
    'The post is closed.',
  ],
  [
    'the default sentence',
    { status: 502, body: '<html>Bad gateway</html>' },
    'Failed to submit DMCA request. Please try again.',
  ],
])('a failure says %s, and nothing typed is lost', async (_, answer, sentence) => {
  await fillNotice(page);
  await page.route(SUBMIT, (route) => route.fulfill(answer));
  await submitNotice(page);
  await toast('Submission Failed').getByText(sentence).waitFor();
  expect(await toast('Submission Failed').getAttribute('data-tone')).toBe('destructive');
  const typed = () => Promise.all(Object.keys(NOTICE).map((label) => page.getByLabel(label).inputValue()));
  expect(await typed()).toEqual(Object.values(NOTICE));
  await page.reload();
  await expect.poll(typed).toEqual(Object.values(NOTICE));
});
