import { adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { type Administrator, demoLogin, openAdministrator } from './admin-visit.ts';
import { openAfresh } from './afresh.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
let administrator: Administrator;
openAfresh(
  async () => {
    administrator = await openAdministrator(demo, { address: adminHref('tokens') });
  },
  () => administrator.context.close(),
);

test('a token is made with the password, shown once, used, and revoked; all of it stands in the audit log', async () => {
  const { page } = administrator;
  const name = `Browser ${Date.now()}`;
  await page.getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog', { name: 'New token' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Intake').selectOption('read');
  await form.getByRole('button', { name: 'Make the token' }).dblclick();
  const question = page.getByRole('dialog', { name: 'Please give your password again' });
  await question.getByLabel('Password').fill(demoLogin(demo).password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  const token = (await page.getByLabel('The token').textContent()) ?? '';
  expect(token).toMatch(/^vesper_[\w-]{43}$/);
  await page.getByRole('button', { name: 'I have saved it' }).click();
  expect(await page.content()).not.toContain(token);
  const rows = page.getByRole('row').filter({ hasText: name });
  await rows.getByText('Active').waitFor();
  expect(await rows.count()).toBe(1);

  const ask = () =>
    fetch(`${site}/api/video-sources`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    );
  expect(await ask()).toBe(200);
  await rows.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await rows.getByText('Revoked').waitFor();
  expect(await ask()).toBe(401);

  await page.goto(`${site}/admin/audit`);
  await page.getByLabel('Action').fill('tokens.revoke');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Tokens: create' }).count()).toBe(0);
  await page
    .getByRole('button', { name: /^Details of Tokens: revoke/ })
    .first()
    .click();
  const details = page.getByRole('dialog', { name: 'Tokens: revoke' });
  await details.getByText('What changed').waitFor();
  await details.getByText(name).first().waitFor();
  expect(await page.content()).not.toContain(token);
});
