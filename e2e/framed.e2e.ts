import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../packages/server/src/test/site.ts';
import { openVisitor, type Visitor } from '../packages/web/test/browser.ts';
import { makeEmbeddedVideo } from './awkward-data.ts';
import { type ForeignPage, startForeignPage } from './foreign-page.ts';
import { type HostilePlayer, startHostilePlayer } from './hostile-player.ts';
import { axeFaults, tooWide, wearTheme } from './page-looks.ts';
import { publishTurningFilm } from './streamed-video.ts';

/** With E2E_PICTURES=1: pictures for people to look at; not part of the repository. */
const OUTPUT = process.env.E2E_PICTURES ? fileURLToPath(new URL('output/', import.meta.url)) : undefined;
/** Of the page, its script and its style together, in bytes of brotli. */
const WEIGHT = 60_000;

let player: HostilePlayer;
let foreign: ForeignPage;
let site: TestSite;
let film: string;
let provided: string;
beforeAll(async () => {
  player = await startHostilePlayer();
  foreign = await startForeignPage();
  site = await startTestSite({
    OUTBOUND_ALLOW: player.hostAndPort,
    EMBED_PROVIDERS: `Charts=${player.origin}/embed/{id} charts.watch=${player.origin}/watch/{id}`,
  });
  film = (await publishTurningFilm(site)).plain;
  provided = await makeEmbeddedVideo(site.base.db, { provider: 'charts', id: 'film-1' });
});
afterAll(async () => {
  await site?.close();
  await foreign?.close();
  await player?.close();
});

const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** As embed codes are written. */
const frameOf = (id: string) =>
  `<iframe title="A video" src="${site.url}/embed/${id}" sandbox="${SANDBOX}" allow="autoplay; fullscreen"></iframe>`;

interface Framed extends Visitor {
  frame: Frame;
  /** The addresses of all requests but the foreign page's own. */
  asked: string[];
  told: () => Promise<Record<string, unknown>[]>;
  say: (message: unknown) => Promise<void>;
}

/** The frame is in a page of another site. */
async function withFrame(html: string, use: (framed: Framed) => Promise<void>): Promise<void> {
  const visitor = await openVisitor({ origin: site.url });
  const { page, context } = visitor;
  // Views of robots, as which this browser would pass, and of the same visitor within an hour are not counted.
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

test('a frame asks nothing of anyone before the gate, and then plays and counts one view', async () => {
  const before = await viewsOf(film);
  await withFrame(frameOf(film), async ({ frame, page, asked, told, complaints, context }) => {
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
    // The site remembers the confirmation for this site's frames.
    await page.reload({ waitUntil: 'networkidle' });
    await page.frames()[1]?.getByRole('button', { name: 'Play video' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

test('the page around it plays, pauses and seeks, and is told of it', async () => {
  await withFrame(frameOf(film), async ({ frame, told, say, complaints }) => {
    // Nothing is obeyed behind the gate, and a question is answered with the gate.
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
    // At most four times in a second of the 16: the film was not played whole.
    expect((await told()).filter(({ type }) => type === 'time').length).toBeLessThan(64);
    for (const { source, version, origin } of await told())
      expect([source, version, origin]).toEqual(['vesper', 1, site.url]);
    expect(complaints).toEqual([]);
  });
});

test('a film that is taken off while its frame is open says so', async () => {
  const { plain } = await publishTurningFilm(site);
  await withFrame(frameOf(plain), async ({ frame, told }) => {
    const { videoUrl } = await site.client.videos.get({ id: plain });
    await site.base.db.updateTable('videos').set({ status: 'removed' }).where('id', '=', plain).execute();
    await expect.poll(async () => (await fetch(site.url + videoUrl, { method: 'HEAD' })).ok).toBe(false);
    await confirm(frame);
    await frame.getByRole('button', { name: 'Play video' }).click();
    await frame.getByRole('alert').getByText('This video is no longer available.').waitFor();
    expect((await told()).at(-1)).toMatchObject({ type: 'error', reason: 'gone' });
  });
  await withFrame(frameOf(plain), async ({ frame }) => {
    await frame.getByRole('heading', { name: 'Video Not Found' }).waitFor();
  });
});

test("a provider's video asks the provider only once played", async () => {
  player.requests.length = 0;
  const before = await viewsOf(provided);
  await withFrame(frameOf(provided), async ({ frame, told, say }) => {
    await confirm(frame);
    await frame.getByText(`Plays from Charts (${player.hostAndPort}), which learns of your visit`).waitFor();
    await say({ ...mark, type: 'play' });
    expect((await told()).at(-1)).toMatchObject({ type: 'ready', gated: false, controllable: false });
    expect(player.requests).toEqual([]);
    await frame.getByRole('button', { name: 'Play video' }).click();
    await expect.poll(() => player.requests.map(({ path }) => path)).toContain('/embed/film-1');
    await expect.poll(() => viewsOf(provided)).toBe(before + 1);
  });
});

test("the video page's embed code is oEmbed's, and works in a page of another site", async () => {
  const visitor = await openVisitor({ origin: site.url, isAdult: true });
  let code = '';
  try {
    await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
    await visitor.page.goto(`${site.url}/video/${film}`, { waitUntil: 'networkidle' });
    await visitor.page.getByRole('button', { name: 'Embed', exact: true }).click();
    await visitor.page.getByText('Embed code copied!', { exact: true }).waitFor();
    code = await visitor.page.evaluate(() => navigator.clipboard.readText());
  } finally {
    await visitor.context.close();
  }
  const page = encodeURIComponent(`${site.url}/video/${film}`);
  const { html } = await (await fetch(`${site.url}/oembed?url=${page}`)).json();
  // A new site's domain is localhost, where the page around it is already.
  expect(code).toBe(html.replace('localhost', '127.0.0.1'));
  await withFrame(code, ({ frame }) => frame.getByRole('button', { name: 'I am 18 or older' }).waitFor());
});

test('page, script and style together weigh under 60 KB', async () => {
  const headers = { 'accept-encoding': 'br' };
  const { html, weight } = await weigh(`${site.url}/embed/${film}`, headers);
  const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address);
  expect(files).toHaveLength(2);
  let sum = weight;
  for (const file of files) sum += (await weigh(site.url + file, headers)).weight;
  console.log(`The framed player: ${sum} bytes, of which the page ${weight}.`);
  expect(sum).toBeGreaterThan(2000);
  expect(sum).toBeLessThanOrEqual(WEIGHT);
});

async function weigh(address: string, headers: Record<string, string>) {
  const response = await fetch(address, { headers });
  expect([address, response.headers.get('content-encoding')]).toEqual([address, 'br']);
  const html = await response.text();
  return { html, weight: brotliCompressSync(html).length };
}

test.each([
  ['light', 360],
  ['dark', 1440],
] as const)(
  'axe finds nothing in the %s theme at %i pixels, before the gate and after it',
  async (theme, width) => {
    for (const id of [film, provided]) {
      const visitor = await openVisitor({ origin: site.url, width, height: width / 2, theme });
      try {
        await look(visitor.page, id, theme, width);
      } finally {
        await visitor.context.close();
      }
    }
  },
);

async function look(page: Page, id: string, theme: 'light' | 'dark', width: number): Promise<void> {
  const picture = async (name: string) => {
    expect([name, await axeFaults(page), await tooWide(page)]).toEqual([name, [], []]);
    const file = `framed-${id === film ? 'film' : 'provider'}-${name}-${theme}-${width}.png`;
    if (OUTPUT) await page.screenshot({ path: OUTPUT + file });
  };
  await page.goto(`${site.url}/embed/${id}`, { waitUntil: 'networkidle' });
  await wearTheme(page, theme);
  await picture('gate');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Play video' }).waitFor();
  await page.waitForLoadState('networkidle');
  await picture('open');
}
