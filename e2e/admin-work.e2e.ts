import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient, fetchTransport } from '@vesper/contract';
import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { testClip } from '../packages/server/src/test/clips.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { openAfresh, walk } from './afresh.ts';
import { type Program, SERVE, startProgram } from './programs.ts';

/** A site of its own: here everything is cleared in the end. */
const LOGIN = { username: 'work', password: 'a password for the test of the work' };

let dataDir: string;
let source: Server;
let origin: string;
let server: Program;
let site: string;
let admin: Client;
let visitor: Visitor;
let page: Page;

async function begin(): Promise<void> {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-work-'));
  source = await startSource(await testClip('good'));
  const address = `127.0.0.1:${(source.address() as AddressInfo).port}`;
  origin = `http://${address}`;
  server = startProgram(SERVE, {
    ...{
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      HLS: 'off',
      OUTBOUND_ALLOW: address,
    },
    ...{ ADMIN_USERNAME: LOGIN.username, ADMIN_PASSWORD: LOGIN.password },
  });
  [, site = ''] = await server.until(/Vesper is at (\S+)/);
  visitor = await openVisitor({ origin: site, isAdult: true });
  page = visitor.page;
  await page.goto(`${site}/admin/login`);
  await page.getByLabel('Username').fill(LOGIN.username);
  await page.getByLabel('Password').fill(LOGIN.password);
  await page.getByRole('button', { name: /log ?in|sign in/i }).click();
  await page.waitForURL('**/dashboard');
  const cookie = (await visitor.context.cookies(site))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  admin = createClient(fetchTransport(site, { cookie, origin: site }));
}
openAfresh(begin, async () => {
  await visitor?.context.close();
  await server?.stop();
  source?.closeAllConnections();
  source?.close();
  await rm(dataDir, { recursive: true, force: true });
});

const step = walk('work on a site, from its first download to its clearing');

/** Pages that each name a film; a slow one starts and never ends. */
async function startSource(clip: Buffer): Promise<Server> {
  const answer = (path: string, response: ServerResponse) => {
    const here = `http://${response.req.headers.host}`;
    const film = { 'content-type': 'video/mp4', 'content-length': clip.length };
    if (path.startsWith('/watch/') || path.startsWith('/slow/')) {
      const kind = path.startsWith('/slow/') ? 'slow-films' : 'films';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>Test chart ${path}</title><meta property="og:title" content="Test chart ${path}">
        <meta property="og:video" content="${here}/${kind}${path}.mp4">`);
    } else if (path.startsWith('/slow-films/')) {
      response.writeHead(200, film).write(clip.subarray(0, 1000));
    } else if (path.startsWith('/films/')) {
      // Each film is different: a number in a box that players skip.
      const box = Buffer.alloc(8 + path.length);
      box.writeUInt32BE(box.length);
      box.write(`free${path}`, 4);
      response.writeHead(200, { ...film, 'content-length': clip.length + box.length });
      response.write(clip);
      response.end(box);
    } else response.writeHead(404).end();
  };
  const started = createServer((request, response) => answer(request.url ?? '/', response));
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return started;
}

const card = (name: string) => page.getByRole('region', { name, exact: true });
const button = (within: Locator | Page, name: string | RegExp) => within.getByRole('button', { name });
/** The text of a toast; screen readers get the same in one line, so it appears twice for a moment. */
const seeToast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

/** Within one task: once its dialog is closed, a second click would hit what was behind it. */
const clickTwice = (one: Locator) =>
  one.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });

/** The calls made meanwhile, by the end of their path. */
async function callsDuring(end: string, act: () => Promise<void>): Promise<number> {
  let calls = 0;
  const count = (request: Request) => {
    if (request.method() === 'POST' && request.url().endsWith(end)) calls += 1;
  };
  page.on('request', count);
  await act();
  page.off('request', count);
  return calls;
}

step('a single download: added once for two clicks, found as a duplicate', async () => {
  const single = card('Add Single Download');
  const field = single.getByLabel('Video URL');
  const add = button(single, 'Add to Queue');
  const url = `${origin}/watch/single`;
  await field.fill(url);
  const calls = await callsDuring('/api/download-jobs', async () => {
    await add.dblclick();
    await seeToast('Download queued');
  });
  expect(calls).toBe(1);
  await expect.poll(() => field.inputValue()).toBe('');
  const queue = card('Download Queue');
  await queue
    .getByRole('listitem')
    .filter({ hasText: url })
    .getByText('Completed')
    .waitFor({ timeout: 60_000 });

  await field.fill(url);
  await button(single, 'Check duplicate').click();
  const warning = single.getByText(/^This video already exists in the library. Existing video ID:/);
  await warning.waitFor();
  const [{ videoId } = { videoId: null }] = await admin.downloads.list({ limit: 1 });
  expect(await warning.textContent()).toContain(videoId);
});

step('many at once: none, some refused, added once; reset, and cleared, by their numbers', async () => {
  const bulk = card('Bulk Add Downloads');
  const field = bulk.getByLabel('Video URLs, one per line');
  const add = button(bulk, 'Add All to Queue');
  const lines = Array.from({ length: 5 }, (_, n) => `  ${origin}/slow/${n}  `);
  await field.fill([...lines, '', '   ', 'ftp://elsewhere.test/film', lines[0]].join('\n'));
  await bulk.getByText('7 URLs ready to queue').waitFor();
  const calls = await callsDuring('/bulk', async () => {
    await add.dblclick();
    await seeToast('5 videos added to download queue');
  });
  expect(calls).toBe(1);
  await bulk.getByText('ftp://elsewhere.test/film', { exact: true }).waitFor();
  await bulk.getByText('1 URL left out: named twice, in the queue, or in the library already.').waitFor();
  await bulk.getByText('0 URLs ready to queue').waitFor();

  const queue = card('Download Queue');
  // Two at a time per host for those added by hand.
  const reset = button(queue, 'Reset Stuck (2)');
  await reset.waitFor();
  await queue.getByRole('progressbar').first().waitFor();
  const resetAll = button(page.getByRole('dialog'), 'Reset all 2');
  const resets = await callsDuring('/reset-stuck', async () => {
    await reset.dblclick();
    await clickTwice(resetAll);
    await seeToast('2 downloads were put back into the queue.');
  });
  expect(resets).toBe(1);
  const clear = button(queue, /^Clear Pending \([1-9]/);
  await clear.waitFor();
  const confirmClearing = button(page.getByRole('dialog'), 'Clear pending');
  const clearAll = async () => {
    await clear.click();
    await confirmClearing.click();
    await page
      .getByText(/removed from the queue\.$/)
      .first()
      .waitFor();
  };
  await clearAll();
  await button(queue, 'Undo').click();
  await page
    .getByText(/put back into the queue\.$/)
    .first()
    .waitFor();
  await clearAll();
  for (const { id } of await admin.downloads.list({ limit: 100 }))
    await admin.downloads.cancel({ id }).catch(() => {});
  await expect.poll(() => button(queue, 'Reset Stuck (0)').isDisabled()).toBe(true);
  await expect.poll(() => button(queue, 'Clear Pending (0)').isDisabled()).toBe(true);
});

step('missing files are asked for, and all is cleared after one question', async () => {
  await page.goto(`${site}/dashboard`);
  const queue = card('Download Queue');
  await button(queue, 'Re-Download Missing').dblclick();
  await page
    .getByText(/^Checked: \d+ \| Missing: 0 \| Requeued: 0/)
    .first()
    .waitFor();

  const clear = button(queue, /^Clear All \([1-9]/);
  await clear.waitFor();
  const questions: string[] = [];
  let isSure = false;
  page.on('dialog', async (dialog) => {
    questions.push(dialog.message());
    await (isSure ? dialog.accept() : dialog.dismiss());
  });
  const none = await callsDuring('/clear-all-videos', () => clear.click());
  expect(none).toBe(0);
  isSure = true;
  await clear.click();
  const asked = page.getByRole('dialog', { name: 'Please give your password again' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect((await admin.videos.list()).pagination.totalVideos).toBeGreaterThan(0);
  await clear.click();
  await asked.getByLabel('Password').fill(LOGIN.password);
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await button(queue, 'Clear All (0)').waitFor();
  expect(await button(queue, 'Clear All (0)').isDisabled()).toBe(true);
  expect(new Set(questions)).toEqual(new Set(['This will delete ALL videos permanently. Are you sure?']));
  expect((await admin.videos.list()).pagination.totalVideos).toBe(0);
  // A browser logs an error for each refused and each blocked call; there must be no others.
  expect(
    visitor.complaints.filter((text) => !/status of [45]\d\d|ERR_FAILED|^http\S+ failed$/.test(text)),
  ).toEqual([]);
});
