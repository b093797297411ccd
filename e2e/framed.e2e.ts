import { randomUUID } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../packages/test/site.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { type ForeignPage, startForeignPage } from './foreign-page.ts';
import { axeFaults, tooWide, wearTheme } from './page-looks.ts';
import { publishTurningFilm } from './streamed-video.ts';

let foreign: ForeignPage;
let site: TestSite;
let film: string;
beforeAll(async () => {
  foreign = await startForeignPage();
  site = await startTestSite();
  film = (await publishTurningFilm(site)).plain;
});
afterAll(async () => {
  await site?.close();
  await foreign?.close();
});

const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

interface Framed extends Visitor {
  frame: Frame;
  /** All requests but the foreign page's own. */
  asked: string[];
  told: () => Promise<Record<string, unknown>[]>;
  say: (message: unknown) => Promise<void>;
}

async function withFrame(use: (framed: Framed) => Promise<void>): Promise<void> {
  const html = `<iframe title="A video" src="${site.url}/embed/${film}" sandbox="${SANDBOX}" allow="autoplay; fullscreen"></iframe>`;
  const visitor = await openVisitor({ origin: site.url });
  const { page, context } = visitor;
  // Neither robots' views nor a visitor's second view within an hour are counted.
  await context.setExtraHTTPHeaders({
    'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Firefox/${randomUUID()}`,
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(foreign.origin)) asked.push(`${request.method()} ${request.url()}`);
  });
  try {
    await page.goto(foreign.around(html), { waitUntil: 'networkidle' });
    const frame = page.frames()[1];
    if (!frame) throw new Error('The page has no frame.');
    await use({
      ...visitor,
      ...{ frame, asked },
      told: () => page.evaluate(() => Reflect.get(window, 'told')),
      say: (message) => page.evaluate((sent) => window.frames[0]?.postMessage(sent, '*'), message),
    });
  } finally {
    await visitor.context.close();
  }
}

const mark = { source: 'vesper', version: 1 };
const confirm = (frame: Frame) => frame.getByRole('button', { name: 'I am 18 or older' }).click();
const isPlaying = (frame: Frame) =>
  frame.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
const viewsOf = async (id: string) => (await site.client.videos.get({ id })).views;

test('a frame requests nothing else before the gate, then plays and counts one view', async () => {
  const before = await viewsOf(film);
  await withFrame(async ({ frame, page, asked, told, complaints, context }) => {
    const isOwn = /\/(embed\/[0-9a-f-]{36}|assets\/embed\/[\w-]+\.(js|css))$/;
    expect(asked).toHaveLength(3);
    for (const address of asked) expect(address).toMatch(isOwn);
    expect(await told()).toEqual([
      { ...mark, type: 'ready', id: film, gated: true, controllable: true, duration: 16, origin: site.url },
    ]);

    await confirm(frame);
    await expect.poll(() => asked.some((address) => address.endsWith('/1280.webp'))).toBe(true);
    expect(asked.filter((address) => /\.mp4|\/view$/.test(address))).toEqual([]);
    await frame.getByRole('button', { name: 'Play video' }).click();
    await isPlaying(frame);
    expect(asked.filter((address) => address.startsWith('POST'))).toEqual([
      `POST ${site.url}/api/videos/${film}/view`,
    ]);
    expect(asked.filter((address) => !address.includes(site.url))).toEqual([]);
    await expect.poll(() => viewsOf(film)).toBe(before + 1);
    const types = (await told()).map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(['ready', 'ready', 'play']);
    expect(types).toContain('time');

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      frame.getByRole('link', { name: 'A turning colour as a film' }).click(),
    ]);
    await opened.waitForURL(`${site.url}/video/${film}`);
    expect(await opened.evaluate(() => window.opener)).toBe(null);
    // The confirmation is remembered for frames on this site.
    await page.reload({ waitUntil: 'networkidle' });
    await page.frames()[1]?.getByRole('button', { name: 'Play video' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test('the embedding page plays, pauses and seeks by messages', async () => {
  await withFrame(async ({ frame, told, say, complaints }) => {
    // Behind the gate commands are ignored, and questions answered with the gate.
    await say({ ...mark, type: 'play' });
    await say({ ...mark, type: 'state' });
    await expect.poll(async () => (await told()).length).toBe(2);
    expect((await told()).map(({ type, gated }) => [type, gated])).toEqual([
      ['ready', true],
      ['ready', true],
    ]);
    await confirm(frame);
    await expect.poll(async () => (await told()).at(-1)).toMatchObject({ type: 'ready', gated: false });
    for (const message of ['play', null, { type: 'play' }, { ...mark, type: 'seek', seconds: 'x' }])
      await say(message);
    await say({ ...mark, type: 'state' });
    await expect
      .poll(async () => (await told()).at(-1))
      .toMatchObject({ type: 'state', paused: true, ended: false, time: 0, duration: 16 });

    await say({ ...mark, type: 'play' });
    await isPlaying(frame);
    await say({ ...mark, type: 'pause' });
    await expect.poll(async () => (await told()).some(({ type }) => type === 'pause')).toBe(true);
    await say({ ...mark, type: 'seek', seconds: 15 });
    await expect.poll(() => frame.evaluate(() => document.querySelector('video')?.currentTime)).toBe(15);
    await say({ ...mark, type: 'play' });
    await expect.poll(async () => (await told()).some(({ type }) => type === 'ended')).toBe(true);
    for (const { source, version, origin } of await told())
      expect([source, version, origin]).toEqual(['vesper', 1, site.url]);
    expect(complaints).toEqual([]);
  });
});

test('page, script and style together weigh under 60 KB', async () => {
  async function weigh(address: string) {
    const response = await fetch(site.url + address, { headers: { 'accept-encoding': 'br' } });
    expect([address, response.headers.get('content-encoding')]).toEqual([address, 'br']);
    const text = await response.text();
    return { text, weight: brotliCompressSync(text).length };
  }
  const { text, weight } = await weigh(`/embed/${film}`);
  const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address = '']) => address);
  expect(files).toHaveLength(2);
  let sum = weight;
  for (const file of files) sum += (await weigh(file)).weight;
  expect(sum).toBeLessThanOrEqual(60_000);
});

test.each([
  ['light', 360],
  ['dark', 1440],
] as const)(
  'axe finds nothing in the %s theme at %i pixels, before and after the gate',
  async (theme, width) => {
    const visitor = await openVisitor({ origin: site.url, width, height: width / 2, theme });
    const { page } = visitor;
    try {
      await page.goto(`${site.url}/embed/${film}`, { waitUntil: 'networkidle' });
      await wearTheme(page, theme);
      expect([await axeFaults(page), await tooWide(page)]).toEqual([[], []]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Play video' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([await axeFaults(page), await tooWide(page)]).toEqual([[], []]);
    } finally {
      await visitor.context.close();
    }
  },
);
