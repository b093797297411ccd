import assert from 'node:assert/strict';
import { CASE_KIND_FORMS, pageHref } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { axeViolations } from './axe.ts';
import type { Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { fillNotice, formIsReady, NOTICE, submitNotice } from './notice.ts';
import { testCases } from './test-cases.ts';

/** The forms of notices. */
testCases({
  'an empty form says what is missing until it is filled in': { run: mendForm },
  'a notice is sent once, and success is shown': { run: sendOnce },
  'a failure loses nothing, nor does a reload': { run: failAndReload },
  "the server's errors appear under their fields": { run: serverProblems },
  'a report link fills in the address': { run: followReport },
  'without script the form is posted, and shown again with what is wrong': {
    as: { hasScript: false, isAdult: false, width: 360 },
    run: withoutScript,
  },
  'reporting needs no age confirmation, the pages behind it do': {
    as: { isAdult: false },
    run: reportBeforeGate,
  },
  'every form is filled in and sent by keyboard': { as: { hasScript: false }, run: reportByKeyboard },
  'forms and private pages are accessible and fit a phone': { run: lookAtForms },
});

const posts = ({ api }: Harness) => api.calls.filter((call) => call === 'POST /api/dmca/submit').length;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const problem = (page: Page, name: string) => page.locator(`#${name}-problem`);

async function mendForm(harness: Harness, page: Page): Promise<void> {
  await page.goto(`${harness.origin}/dmca/submit`);
  assert.equal(await page.locator('input[type=checkbox]:checked').count(), 0);
  await submitNotice(page);
  assert.equal(await page.getByText('Required', { exact: true }).count(), 6);
  assert.equal(
    await page.getByText('Both good faith and accuracy statements must be true', { exact: true }).count(),
    2,
  );
  assert.equal(await focused(page), 'complainantName');
  const name = page.getByLabel('Full Name *');
  assert.equal(await name.getAttribute('aria-invalid'), 'true');
  assert.equal(await name.getAttribute('aria-describedby'), 'complainantName-problem');
  await name.fill('Ada');
  assert.equal(await problem(page, 'complainantName').count(), 0);
  await page.getByLabel('Email Address *').fill('ada');
  assert.equal(await problem(page, 'complainantEmail').textContent(), 'Please enter a valid email address');
  await page.getByLabel('URL of Infringing Material *').fill('nowhere');
  assert.equal(await problem(page, 'infringingUrl').textContent(), 'Please enter a valid URL');
  await page.getByLabel('I have a good faith belief').check();
  assert.equal(await problem(page, 'goodFaithStatement').count(), 0);
  await page.getByLabel('Electronic Signature *').press('Enter');
  assert.equal(await focused(page), 'complainantEmail');
  assert.equal(posts(harness), 0);
}

async function sendOnce(harness: Harness, page: Page): Promise<void> {
  await page.goto(`${harness.origin}/dmca/submit`);
  await fillNotice(page);
  await page.getByLabel('Additional Information').fill('ملاحظة إضافية — примечание 備考 \n2');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bodies: unknown[] = [];
  await page.route('**/api/dmca/submit', async (route) => {
    bodies.push(route.request().postDataJSON());
    await held;
    await route.continue();
  });
  await submitNotice(page);
  const sending = page.getByRole('button', { name: 'Submitting...' });
  await sending.dispatchEvent('click');
  await page.getByLabel('Electronic Signature *').press('Enter');
  assert.equal(await sending.getAttribute('aria-disabled'), 'true');
  release();
  await page.getByRole('heading', { level: 1, name: 'DMCA Request Submitted Successfully' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  assert.equal(posts(harness), 1);
  assert.deepEqual(bodies, [
    {
      complainantName: 'Ada Example',
      complainantEmail: NOTICE['Email Address *'],
      complainantAddress: NOTICE['Physical Address *'],
      complainantPhone: '',
      copyrightWork: NOTICE['Description of Copyrighted Work *'],
      infringingUrl: NOTICE['URL of Infringing Material *'],
      additionalInfo: 'ملاحظة إضافية — примечание 備考 \n2',
      signature: 'Ada Example',
      goodFaithStatement: true,
      accuracyStatement: true,
      proof: 'a-proof',
    },
  ]);
  const shown = await page.locator('#main').textContent();
  for (const words of ['request-1', '24-48 hours', 'What happens next?', NOTICE['Email Address *']])
    assert.ok(shown?.includes(words), words);
  for (const name of ['Back to Home', 'View DMCA Policy']) await page.getByRole('link', { name }).waitFor();
  await page.locator('li.toast', { hasText: 'DMCA Request Submitted' }).waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.getItem('dmca-notice')), null);
}

async function failAndReload(harness: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  harness.api.noticeFailure = 'The notices cannot be taken right now.';
  await page.goto(`${harness.origin}/dmca/submit`);
  await fillNotice(page);
  await submitNotice(page);
  const toast = page.locator('li.toast[data-tone="destructive"]');
  await toast.waitFor();
  assert.equal(await toast.textContent(), 'Submission FailedThe notices cannot be taken right now.');
  await expectTexts(page);
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 2);
  await page.reload();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#complainantName')?.value);
  await expectTexts(page);
  assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 0);
  await fillNotice(page);
  await page.route('**/api/dmca/submit', (route) => route.abort());
  await submitNotice(page);
  await toast.waitFor();
  assert.equal(
    await toast.textContent(),
    'Submission FailedFailed to submit DMCA request. Please try again.',
  );
  await expectTexts(page);
  complaints.length = 0;
}

async function expectTexts(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(NOTICE)) {
    assert.equal(await page.getByLabel(label).inputValue(), text);
  }
}

async function serverProblems(harness: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await page.goto(`${harness.origin}/dmca/submit`);
  await fillNotice(page);
  const body = {
    error: 'bad_request',
    message: 'Please check the form.',
    fields: { infringingUrl: 'This address is not on our site', signature: 'Required' },
  };
  await page.route('**/api/dmca/submit', (route) => route.fulfill({ status: 400, json: body }));
  await submitNotice(page);
  await problem(page, 'infringingUrl').waitFor();
  assert.equal(await problem(page, 'infringingUrl').textContent(), 'This address is not on our site');
  assert.equal(await focused(page), 'infringingUrl');
  assert.equal(await page.locator('li.toast').textContent(), 'Submission FailedPlease check the form.');
  await page.getByLabel('URL of Infringing Material *').fill(`${harness.origin}/video/video-3`);
  assert.equal(await problem(page, 'infringingUrl').count(), 0);
  assert.equal(await problem(page, 'signature').count(), 1);
  complaints.length = 0;
}

async function followReport({ origin }: Harness, page: Page): Promise<void> {
  const address = page.getByLabel('URL of Infringing Material *');
  const ready = () => formIsReady(page);
  await page.goto(`${origin}/dmca/submit?url=/video/video-3`);
  await ready();
  assert.equal(await address.inputValue(), `${origin}/video/video-3`);
  await address.fill(`${origin}/video/video-4`);
  await page.reload();
  await ready();
  assert.equal(await address.inputValue(), `${origin}/video/video-4`);
  await page.goto(`${origin}/dmca/submit?url=${encodeURIComponent(`${origin}/video/video-5`)}`);
  await ready();
  // What was typed is not overwritten.
  assert.equal(await address.inputValue(), `${origin}/video/video-4`);
  await page.getByRole('button', { name: 'Use this address' }).click();
  assert.equal(await address.inputValue(), `${origin}/video/video-5`);
  assert.equal(await focused(page), 'infringingUrl');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${origin}/dmca/submit?url=https://elsewhere.example/`);
  await ready();
  assert.equal(await address.inputValue(), '');
}

async function withoutScript(harness: Harness, page: Page): Promise<void> {
  const { origin, posted } = harness;
  await page.goto(`${origin}/dmca/submit?url=/video/video-3`);
  const address = page.getByLabel('URL of Infringing Material *');
  assert.equal(await address.inputValue(), `${origin}/video/video-3`);
  await page.getByLabel('Full Name *').fill('Ada');
  await page.getByLabel('I have a good faith belief').check();
  await page.getByRole('button', { name: 'Submit DMCA Request' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(posted.at(-1)?.complainantName, 'Ada');
  assert.equal(posted.at(-1)?.proof, 'a-proof');
  assert.equal(await page.getByLabel('Full Name *').inputValue(), 'Ada');
  assert.ok(await page.getByLabel('I have a good faith belief').isChecked());
  assert.equal(await problem(page, 'complainantName').textContent(), 'Please look at this');
  await page.getByRole('link', { name: 'Full Name: Please look at this' }).click();
  await page.locator('#complainantName:focus').waitFor();
}

async function reportBeforeGate({ origin }: Harness, page: Page): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Report something' }).click();
  await page.getByRole('heading', { level: 1, name: 'Report Something' }).waitFor();
  for (const path of ['/report', '/report/minor', '/dmca/submit', '/report/status/known', '/report/nope']) {
    await page.goto(origin + path);
    await page.locator('main h1').waitFor();
    assert.equal(await page.locator('#age-gate').isVisible(), false, path);
    assert.equal(await page.locator('main a[href^="/video/"]').count(), 0, path);
  }
  await page.goto(`${origin}/report/minor`);
  await formIsReady(page);
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'This site is for adults only' }).waitFor();
  assert.equal(await page.locator('#main').isVisible(), false);
}

async function reportByKeyboard({ origin, posted }: Harness, page: Page): Promise<void> {
  for (const { slug } of CASE_KIND_FORMS) {
    await page.goto(origin + pageHref.reportForm(slug));
    const fields = page.locator('#main form :is(input:not([type=hidden], [type=radio]), textarea)');
    const names = await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name));
    await page.locator('#main form :is(input:not([type=hidden]), textarea)').first().focus();
    const reached = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      const { name, type } = await page.evaluate(() => {
        const { name = '', type = '' } = document.activeElement as HTMLInputElement;
        return { name, type };
      });
      if (type === 'submit') break;
      reached.add(name);
      await page.keyboard.press(type === 'checkbox' || type === 'radio' ? 'Space' : 'a');
      await page.keyboard.press('Tab');
    }
    assert.deepEqual(
      names.filter((name) => !reached.has(name)),
      [],
      slug,
    );
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    const sent = posted.at(-1) ?? {};
    assert.deepEqual(
      [...reached].filter((name) => !sent[name]),
      [],
      slug,
    );
    await page.getByRole('alert').getByRole('link').first().press('Enter');
    await page.locator(`[id="${[...reached][0]}"]:focus`).waitFor();
  }
}

const SLUGS = CASE_KIND_FORMS.map(({ slug }) => slug).filter((slug) => slug !== 'copyright');

async function lookAtForms({ origin, api }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  const private_ = ['/report/status/known', '/report/status/nope', '/report/confirm/known'];
  for (const path of ['/report', '/dmca/submit', ...SLUGS.map((slug) => `/report/${slug}`), ...private_]) {
    await page.goto(origin + path);
    assert.deepEqual([path, await axeViolations(page)], [path, []]);
    await page.setViewportSize({ width: 360, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.deepEqual([path, overflow], [path, 0]);
    await page.setViewportSize({ width: 1280, height: 900 });
  }
  await page.goto(`${origin}/report/minor`);
  await formIsReady(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[role=alert]:focus').waitFor();
  assert.ok(api.report.asked.length > 0);
  await page.goto(`${origin}/report/status/known`);
  for (const words of [
    'Something is missing',
    '26 November 2026',
    'Article 16(2)(a)',
    'We go by the address',
  ])
    await page.getByText(words).first().waitFor();
  // One of the links is wrong.
  assert.equal(complaints.length, 1);
  complaints.length = 0;
}
