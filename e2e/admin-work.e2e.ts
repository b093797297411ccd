import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient, fetchTransport } from '@vesper/contract';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { testClip } from '../packages/test/clips.ts';
import { type LoopbackServer, listenOnLoopback } from '../packages/test/loopback.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { actsOn, otherComplaints } from './admin-acts.ts';
import { openAfresh, walk } from './afresh.ts';
import { type Program, SERVE, startProgram } from './programs.ts';

/** Its own site, since everything is cleared in the end. */
const LOGIN = { username: 'work', password: 'a password for the test of the work' };

let dataDir: string;
let source: LoopbackServer;
let origin: string;
let server: Program;
let site: string;
let admin: Client;
let visitor: Visitor;
let page: Page;
let acts: ReturnType<typeof actsOn>;

async function begin(): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-work-'));
  source = await startSource(await testClip('good'));
  origin = source.origin;
  server = startProgram(SERVE, {
    ...{ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', HLS: 'off' },
    ...{ ADMIN_USERNAME: LOGIN.username, ADMIN_PASSWORD: LOGIN.password },
    OUTBOUND_ALLOW: source.hostAndPort,
  });
  [, site = ''] = await server.until(/Vesper is at (\S+)/);
  visitor = await openVisitor({ origin: site, isAdult: true });
  page = visitor.page;
  acts = actsOn(page, LOGIN);
  await page.goto(`${site}/admin/login`);
  await page.getByLabel('Username').fill(LOGIN.username);
  await page.getByLabel('Password').fill(LOGIN.password);
  await acts.button(page, 'Log in').click();
  await page.waitForURL('**/dashboard');
  const cookie = (await visitor.context.cookies(site))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  admin = createClient(fetchTransport(site, { cookie, origin: site }));
}
openAfresh(begin, async () => {
  await visitor?.context.close();
  await server?.stop();
  await source?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Pages that each name a film; that of /slow/ starts and never ends. */
function startSource(clip: Buffer): Promise<LoopbackServer> {
  const film = { 'content-type': 'video/mp4', 'content-length': clip.length };
  return listenOnLoopback(({ url = '/', headers }, response) => {
    if (/^\/(watch|slow)\//.test(url)) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>Test chart ${url}</title><meta property="og:title" content="Test chart ${url}">
        <meta property="og:video" content="http://${headers.host}/films${url}.mp4">`);
    } else if (url.startsWith('/films/slow/')) response.writeHead(200, film).write(clip.subarray(0, 1000));
    else if (url.startsWith('/films/')) response.writeHead(200, film).end(clip);
    else response.writeHead(404).end();
  });
}

/** In one task: a second click from outside would hit what is behind the closed dialog. */
const clickTwice = (one: Locator) =>
  one.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

/** Screen readers get a toast's text too, so it appears twice for a moment. */
const seeText = (text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();

const step = walk('work on a site, from the first download to clearing it');

step('a single download: added once for two clicks, found as a duplicate', async () => {
  const { card, button, countCalls } = acts;
  const single = card('Add Single Download');
  const field = single.getByLabel('Video URL');
  const add = button(single, 'Add to Queue');
  const url = `${origin}/watch/single`;
  await field.fill(url);
  const calls = await countCalls('POST', /download-jobs$/, async () => {
    await add.dblclick();
    await seeText('Download queued');
  });
  expect(calls).toBe(1);
  await expect.poll(() => field.inputValue()).toBe('');
  const job = card('Download Queue').getByRole('listitem').filter({ hasText: url });
  await job.getByText('Completed').waitFor({ timeout: 60_000 });

  await field.fill(url);
  await button(single, 'Check duplicate').click();
  const warning = single.getByText(/^This video already exists in the library. Existing video ID:/);
  await warning.waitFor();
  const [{ videoId } = { videoId: null }] = await admin.downloads.list({ limit: 1 });
  expect(await warning.textContent()).toContain(videoId);
});

step('bulk downloads: some refused, added once; reset and cleared by their numbers', async () => {
  const { card, button, countCalls } = acts;
  const bulk = card('Bulk Add Downloads');
  const field = bulk.getByLabel('Video URLs, one per line');
  const add = button(bulk, 'Add All to Queue');
  const lines = Array.from({ length: 5 }, (_, n) => `  ${origin}/slow/${n}  `);
  await field.fill([...lines, '', '   ', 'ftp://elsewhere.test/film', lines[0]].join('\n'));
  await bulk.getByText('7 URLs ready to queue').waitFor();
  const calls = await countCalls('POST', /bulk$/, async () => {
    await add.dblclick();
    await seeText('5 videos added to download queue');
  });
  expect(calls).toBe(1);
  await bulk.getByText('ftp://elsewhere.test/film', { exact: true }).waitFor();
  await bulk.getByText('1 URL skipped: listed twice, already queued, or already in the library.').waitFor();
  await bulk.getByText('0 URLs ready to queue').waitFor();

  const queue = card('Download Queue');
  // Manual downloads run two at a time per host.
  const reset = button(queue, 'Reset Stuck (2)');
  await reset.waitFor();
  await queue.getByRole('progressbar').first().waitFor();
  const resetAll = button(page.getByRole('dialog'), 'Reset all 2');
  const resets = await countCalls('POST', /reset-stuck$/, async () => {
    await reset.dblclick();
    await clickTwice(resetAll);
    await seeText('2 downloads were put back into the queue.');
  });
  expect(resets).toBe(1);
  const clear = button(queue, /^Clear Pending \([1-9]/);
  await clear.waitFor();
  const confirmClearing = button(page.getByRole('dialog'), 'Clear pending');
  const clearAll = async () => {
    await clear.click();
    await confirmClearing.click();
    await seeText(/removed from the queue\.$/);
  };
  await clearAll();
  await button(queue, 'Undo').click();
  await seeText(/put back into the queue\.$/);
  await clearAll();
  for (const { id } of await admin.downloads.list({ limit: 100 }))
    await admin.downloads.cancel({ id }).catch(() => {});
  await expect.poll(() => button(queue, 'Reset Stuck (0)').isDisabled()).toBe(true);
  await expect.poll(() => button(queue, 'Clear Pending (0)').isDisabled()).toBe(true);
});

step('missing files are requeued, and everything is cleared after a confirmation', async () => {
  await page.goto(`${site}/dashboard`);
  const { card, button, countCalls } = acts;
  const queue = card('Download Queue');
  await button(queue, 'Re-Download Missing').dblclick();
  await seeText(/^Checked: \d+ \| Missing: 0 \| Requeued: 0/);

  const clear = button(queue, /^Clear All \([1-9]/);
  await clear.waitFor();
  const questions: string[] = [];
  let isSure = false;
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await (isSure ? dialog.accept() : dialog.dismiss());
  });
  const none = await countCalls('POST', /clear-all-videos$/, () => clear.click());
  expect(none).toBe(0);
  isSure = true;
  await clear.click();
  const asked = page.getByRole('dialog', { name: 'Please give your password again' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect((await admin.videos.list()).pagination.totalVideos).toBeGreaterThan(0);
  await clear.click();
  await asked.getByLabel('Password').fill(LOGIN.password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => button(queue, 'Clear All (0)').isDisabled()).toBe(true);
  expect(new Set(questions)).toEqual(new Set(['This will delete ALL videos permanently. Are you sure?']));
  expect((await admin.videos.list()).pagination.totalVideos).toBe(0);
  expect(otherComplaints(visitor.complaints)).toEqual([]);
});
