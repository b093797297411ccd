import { LOGIN_REFUSED, LOGIN_REQUIRED, OWNER, type Role } from '@vesper/contract';
import type { Locator, Page, Request } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appWith } from '../packages/test/second-factor-door.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { secondAdministrator } from './admin-visit.ts';
import { demoSite } from './demo.ts';

const demo = await demoSite();
const { site } = demo;
/** Browsers support passkeys on localhost, but not on an IP address. */
const origin = site.replace('127.0.0.1', 'localhost');

let visitor: Visitor;
let page: Page;
let login: { username: string; password: string };
beforeEach(async () => {
  login = await addAdministrator(`login-test-${Date.now()}`);
  visitor = await openVisitor({ origin });
  page = visitor.page;
});
afterEach(async () => {
  await visitor.context.close();
  // The browser logs an error per refused call.
  expect(visitor.complaints.filter((text) => !/status of (40[134]|50[023])|ERR_FAILED/.test(text))).toEqual(
    [],
  );
});

test('the texts of the login, one call for two clicks, and logging out', async () => {
  const logins: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/login')) logins.push(request);
  });
  await page.goto(`${origin}/dashboard`);
  await page.waitForURL('**/admin/login');
  const button = page.getByRole('button', { name: 'Log in' });
  await button.click();
  await page.getByRole('alert').filter({ hasText: LOGIN_REQUIRED }).waitFor();
  expect(logins).toEqual([]);

  await fillIn({ ...login, password: 'wrong' });
  await button.dblclick();
  await toast('Login Failed').waitFor();
  await toast(LOGIN_REFUSED).waitFor();
  expect(logins).toHaveLength(1);

  await fillIn(login);
  logins.length = 0;
  await button.dblclick();
  await toast('Login successful').waitFor();
  await page.waitForURL('**/dashboard');
  expect(logins).toHaveLength(1);
  await signOut();
  await page.goto(`${origin}/admin/administrators`);
  await page.waitForURL('**/admin/login');
});

test('a limited role is shown what it may read, and an owner widens it at once', async () => {
  const owner = login;
  login = await addAdministrator(`role-test-${Date.now()}`, {
    ...{ isOwner: false, scopes: ['words:write'], opensPapers: false },
  });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  await signIn();
  await page.getByRole('heading', { name: 'SEO Keywords' }).waitFor();
  const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link');
  expect(await links.allTextContents()).toEqual([
    ...['Dashboard', 'Keywords', 'Searches', 'Synonyms', 'Languages', 'Blocked terms'],
    ...['Administrators', 'Tokens', 'API'],
  ]);
  expect(await page.locator('main h2').allTextContents()).not.toContain('DMCA Requests');
  await page.goto(`${origin}/admin/administrators`);
  await page.getByRole('heading', { name: 'Your password' }).waitFor();
  expect(await page.getByRole('table', { name: 'Administrators' }).count()).toBe(0);
  await page.goto(`${origin}/admin/videos`);
  await page.getByText('Your role does not include this page.').waitFor();

  const other = await openVisitor({ origin });
  const limited = { login, page };
  [login, page] = [owner, other.page];
  await signIn();
  await page.goto(`${origin}/admin/administrators`);
  await page.getByRole('button', { name: `Role ${limited.login.username}` }).click();
  const form = page.getByRole('dialog', { name: `Role of ${limited.login.username}` });
  await form.getByLabel('Catalogue').selectOption('Read');
  await form.getByRole('button', { name: 'Save' }).click();
  await giveThePassword(owner.password);
  await page.getByRole('row', { name: limited.login.username }).getByText('Catalogue: read').waitFor();
  await other.context.close();
  await limited.page.getByRole('table', { name: 'Videos' }).waitFor();
  expect(refused).toEqual([]);
});

test('an authenticator app: set up with the password, asked at login; a recovery code instead', async () => {
  await signIn();
  await page.goto(`${origin}/admin/administrators`);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await giveThePassword('wrong', 'That is not your password.');
  await giveThePassword(login.password);
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = (await textOf(page.locator('dialog[open] p.font-mono'))).replaceAll(' ', '');
  const app = appWith({ now: Date.now() }, secret);
  await page.getByLabel('Current code from the app').fill(app.code());
  await page.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.locator('dialog[open] li');
  await expect.poll(() => codes.count()).toBe(10);
  const recoveryCode = await textOf(codes.first());
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await signOut();
  await signIn({ isComplete: false });
  const field = page.getByLabel('Code from your authenticator app');
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await toast('Login Failed').waitFor();
  // Setting up the app has used the current code.
  await field.fill(app.code(1));
  await page.getByRole('button', { name: 'Continue' }).dblclick();
  await page.waitForURL('**/dashboard');

  await signOut();
  await signIn({ isComplete: false });
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/dashboard');
});

test('a passkey: added, used at login, removed with the password', async () => {
  await signIn();
  const devtools = await visitor.context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${origin}/admin/administrators`);
  await page.getByLabel('Name of a new passkey').fill('Test key');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await giveThePassword(login.password);
  // The first second factor comes with recovery codes.
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const remove = page.getByRole('button', { name: 'Remove the passkey Test key' });
  await remove.waitFor();

  await signOut();
  await signIn({ isComplete: false });
  await page.getByRole('button', { name: 'Use a passkey' }).dblclick();
  await page.waitForURL('**/dashboard');

  await page.goto(`${origin}/admin/administrators`);
  await remove.click();
  const question = page.getByRole('dialog', { name: 'Remove the passkey Test key?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await giveThePassword(login.password);
  await toast('The passkey was removed').waitFor();
  await remove.waitFor({ state: 'detached' });
});

async function addAdministrator(
  username: string,
  role: Role = OWNER,
): Promise<{ username: string; password: string }> {
  return (await secondAdministrator(demo)).administrators.add({ username, role });
}

async function fillIn({ username, password }: typeof login): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
}

async function signIn({ isComplete = true } = {}): Promise<void> {
  await page.goto(`${origin}/admin/login`);
  await fillIn(login);
  await page.getByRole('button', { name: 'Log in' }).click();
  if (isComplete) await page.waitForURL('**/dashboard');
}

async function signOut(): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/admin/login');
}

async function giveThePassword(password: string, refusal?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Please give your password again' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  if (refusal) await dialog.getByText(refusal).waitFor();
  else await dialog.waitFor({ state: 'hidden' });
}

function toast(text: string): Locator {
  return page.getByText(text, { exact: true });
}

async function textOf(place: Locator): Promise<string> {
  return (await place.textContent()) ?? '';
}
