import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { openHydrated, playOnAndOn, playStream, startPlaying, type Visitor } from './browser.ts';
import type { Harness } from './harness.ts';
import { testCases } from './test-cases.ts';

/** The player. */
testCases({
  'the policy allows the styles of the controls': { run: obeyPolicy },
  'controls keep their keys': { run: keepKeys },
  'a stream has qualities, and every video speeds': { run: chooseQuality },
  'a stream that breaks gives way to the file': { run: breakStream },
  'a video resumes where it was left': { run: resume },
  'a remote video that fails to load says so, and plays once it is back': { run: loseRemote },
  'a blocked video waits for a click or the space bar': { run: waitForClick },
  'a stream whose address expired during sleep plays on': { run: wakeStream },
  'another video gets an address of its own': { run: changeVideo },
  'a video removed before a jump says so': { run: removeBeforeJump },
  'after the end there is more to watch': { run: endScreen },
  'the next video plays by itself if chosen': { run: playNext },
  'nothing plays by itself with reduced motion': { as: { isReducedMotion: true }, run: stayCalm },
});

async function obeyPolicy({ origin }: Harness, page: Page): Promise<void> {
  // The home page's policy stays in force.
  await openHydrated(page, origin);
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  await page.locator('a[href="/video/video-10"]').first().click();
  await startPlaying(page);
  await playOnAndOn(page);
  await page.locator('media-time-range').hover();
  await openMenu(page, 'Quality');
  await page.keyboard.press('Escape');
  assert.ok(await page.evaluate(() => document.documentElement.hasAttribute('data-kept')));
  const unstyled = await page.evaluate(() => {
    const styles = (root: ParentNode): HTMLStyleElement[] =>
      [...root.querySelectorAll('*')].flatMap((element) => [
        ...(element.localName === 'style' ? [element as HTMLStyleElement] : []),
        ...(element.shadowRoot ? styles(element.shadowRoot) : []),
      ]);
    const found = styles(document.querySelector('.player-root') as Element);
    return { count: found.length, empty: found.filter(({ sheet }) => !sheet).length };
  });
  assert.ok(unstyled.count > 20, `${unstyled.count} style elements`);
  assert.equal(unstyled.empty, 0);
}

async function keepKeys({ origin }: Harness, page: Page): Promise<void> {
  await openPlaying(page, `${origin}/video/video-12`);
  await page.keyboard.press('k');
  await page.keyboard.press('5');
  // Not the browser's own step of the slider.
  const bar = page.locator('media-time-range').locator('input');
  await bar.focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs((await currentTime(page)) - 35) < 0.1);
  await page
    .locator('media-time-range input[aria-valuetext="35 seconds of 1 minute"]')
    .waitFor({ state: 'attached' });
  await page.locator('media-volume-range').locator('input').focus();
  await page.keyboard.press('ArrowLeft');
  const volume = await page.evaluate(() => document.querySelector('video')!.volume);
  assert.ok(Math.abs(volume - 0.95) < 0.001);
  assert.ok(Math.abs((await currentTime(page)) - 35) < 0.1);
  await page.locator('media-mute-button').focus();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => document.querySelector('video')!.muted);
  assert.ok(await page.evaluate(() => document.querySelector('video')!.paused && window.scrollY === 0));
}

async function chooseQuality({ origin, requests }: Harness, page: Page): Promise<void> {
  await openPlaying(page, `${origin}/video/video-10`);
  await playOnAndOn(page);
  assert.match(await source(page), /\/media\/clip\.mp4/);
  const hasStreamed = () => requests.some((url) => /hls-source|stream-/.test(url));
  await page.locator('media-controller').hover();
  await page.locator('media-rendition-menu').waitFor({ state: 'attached' });
  assert.equal(hasStreamed(), false);
  const quality = await openMenu(page, 'Quality');
  await quality.locator(':focus').waitFor();
  const offered = (await quality.getByRole('menuitemradio').allInnerTexts()).join();
  assert.match(offered, /^360p,180p,Auto \((360|180)p\)$/);
  await quality.getByRole('menuitemradio', { name: '180p', exact: true }).press('Enter');
  await page.waitForFunction(() => {
    const { videoHeight, currentSrc } = document.querySelector('video')!;
    return videoHeight === 180 && currentSrc.startsWith('blob:');
  });
  await openPlaying(page, `${origin}/video/video-12`);
  const speed = await openMenu(page, 'Speed');
  await speed.getByRole('menuitemradio', { name: '1.5x' }).press('Enter');
  await page.waitForFunction(() => document.querySelector('video')!.playbackRate === 1.5);
  assert.equal(await page.locator('media-rendition-menu').count(), 0);
}

async function breakStream({ origin }: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  await page.route('**/media/stream-*', (route) => route.fulfill({ status: 404 }));
  await openPlaying(page, `${origin}/video/video-10`);
  await playOnAndOn(page);
  await chooseUnseen(page);
  await page.waitForFunction(() => document.querySelector('video')!.currentSrc.startsWith('blob:'));
  await page.waitForFunction(() => document.querySelector('video')!.currentSrc.includes('clip.mp4'));
  const place = await currentTime(page);
  await page.waitForFunction((before) => document.querySelector('video')!.currentTime > before + 0.2, place);
  assert.ok(complaints.splice(0).every((text) => text.includes('404')));
}

/** Chooses the lowest quality without the menu. */
async function chooseUnseen(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const renditions = Reflect.get(document.querySelector('video')!, 'videoRenditions');
    if (renditions.length < 2) return false;
    renditions.selectedIndex = 0;
    return true;
  });
}

async function resume({ origin }: Harness, page: Page): Promise<void> {
  await openPlaying(page, `${origin}/video/video-12`);
  await page.keyboard.press('5');
  // It counts as watched after five seconds of playing.
  await page.waitForFunction(() => localStorage.getItem('library')?.includes('continue'));
  await page.keyboard.press('k');
  await page.waitForFunction(() => document.querySelector('video')!.paused);
  await page.getByRole('link', { name: 'Vesper', exact: true }).click();
  await page.getByRole('region', { name: 'Continue watching' }).getByRole('link').click();
  await page.getByText(/Resumed at 0:[345]\d/).waitFor();
  assert.ok((await currentTime(page)) >= 30);
  await page.getByRole('button', { name: 'Start over' }).click();
  assert.ok((await currentTime(page)) < 3);
  assert.equal(await page.getByText('Resumed at').count(), 0);
}

async function loseRemote(
  { origin, catalogue }: Harness,
  page: Page,
  { complaints }: Visitor,
): Promise<void> {
  const films = 'https://films.example/**';
  const hosted = catalogue.videos[13]!;
  catalogue.videos[13] = { ...hosted, kind: 'remote', videoUrl: 'https://films.example/film.mp4' };
  try {
    await page.route(films, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${origin}/video/video-13`);
    await page.getByRole('alert').getByText('This video cannot be played right now.').waitFor();
    assert.ok(complaints.splice(0).every((text) => /404|films\.example/.test(text)));
    await page.unroute(films);
    const film = await page.request.get(`${origin}/media/clip.mp4`);
    await page.route(films, (route) => route.fulfill({ response: film }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await startPlaying(page);
    assert.equal(await source(page), 'https://films.example/film.mp4');
  } finally {
    catalogue.videos[13] = hosted;
  }
}

async function waitForClick({ origin }: Harness, page: Page): Promise<void> {
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function tryPlay() {
      Object.assign(window, { tries: ((window as { tries?: number }).tries ?? 0) + 1 });
      if ('isAllowed' in window) return play.call(this);
      return Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  const tries = () => page.evaluate(() => (window as { tries?: number }).tries ?? 0);
  await page.goto(`${origin}/video/video-12`);
  const overlay = page.getByRole('button', { name: 'Play video' });
  await overlay.waitFor();
  await page.waitForFunction(() => document.querySelector('video')!.currentSrc.includes('signed'));
  assert.equal(await tries(), 2, 'playing is tried for the own and for the signed address');
  await overlay.click();
  assert.equal(await tries(), 3);
  assert.ok(await overlay.isVisible());
  await page.evaluate(() => Object.assign(window, { isAllowed: true }));
  await overlay.focus();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2);
  assert.equal(await overlay.count(), 0);
}

/** Signs the video with a stream for some hours. Returns the addresses' common beginning. */
function signFor({ catalogue }: Harness, hours: number): string {
  const expires = Math.floor(Date.now() / 1000) + hours * 3600;
  const beginning = `/media/play/video-10/${expires}/signature-${hours}/`;
  catalogue.videos[10] = {
    ...catalogue.videos[10]!,
    hlsUrl: `${beginning}stream.m3u8`,
    videoUrl: `${beginning}minute.mp4`,
    storyboardUrl: `${beginning}storyboard.vtt`,
  };
  return beginning;
}

async function wakeStream(harness: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  const first = signFor(harness, 26);
  await openPlaying(page, `${harness.origin}/video/video-10`);
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
  await playStream(page, -1);
  const second = signFor(harness, 52);
  harness.expired.add(first);
  await page.evaluate(() => {
    document.querySelector('video')!.currentTime = 50;
  });
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 50.5);
  assert.ok(harness.requests.some((request) => request.startsWith(`${second}stream-`)));
  assert.match(await source(page), /^blob:/);
  assert.ok(complaints.splice(0).every((text) => text.includes('403')));
}

async function changeVideo({ origin, api }: Harness, page: Page): Promise<void> {
  await openPlaying(page, `${origin}/video/video-12`);
  const related = page.locator('section[aria-labelledby=related-title] a').first();
  const href = (await related.getAttribute('href')) ?? '';
  const id = href.split('/').pop();
  await related.click();
  await page.waitForURL(origin + href);
  await page.waitForFunction(() => document.querySelector('video')!.currentSrc.includes('clip.mp4?signed'));
  const about = (call: string) => api.calls.filter((made) => made === call).length;
  assert.equal(about(`GET /api/videos/${id}/signed-url`), 1);
  assert.equal(about(`POST /api/videos/${id}/view`), 1);
  assert.equal(about('POST /api/videos/video-12/view'), 1);
  await page.goBack();
  await page.waitForFunction(() => document.querySelector('video')!.currentSrc.includes('minute.mp4'));
  assert.equal(about('POST /api/videos/video-12/view'), 1);
}

async function removeBeforeJump(harness: Harness, page: Page, { complaints }: Visitor): Promise<void> {
  const { origin, api } = harness;
  harness.isClipGone = true;
  api.removed.add('video-14');
  await page.route('**/video/video-14', async (route) => {
    api.removed.delete('video-14');
    const response = await route.fetch();
    api.removed.add('video-14');
    await route.fulfill({ response });
  });
  await page.goto(`${origin}/video/video-14`);
  await page.getByRole('alert').getByText('This video is no longer available').waitFor();
  assert.ok(complaints.splice(0).every((text) => text.includes('404')));
}

/** Plays a video of twelve seconds to its end. */
async function playToEnd(page: Page, url: string): Promise<Locator> {
  await openPlaying(page, url);
  await page.evaluate(() => {
    document.querySelector('video')!.currentTime = 11.5;
  });
  const end = page.getByRole('region', { name: 'After the video' });
  await end.waitFor();
  return end;
}

async function endScreen({ origin }: Harness, page: Page): Promise<void> {
  const url = `${origin}/video/video-3`;
  await page.goto(url);
  await page.locator('media-controller').focus();
  const end = await playToEnd(page, url);
  await end.getByRole('link').nth(11).waitFor({ state: 'attached' });
  await end.getByRole('status').getByText('The video has ended.').waitFor({ state: 'attached' });
  assert.equal(await page.locator('.player-chrome').isVisible(), false);
  await end.getByRole('button', { name: 'Close' }).click();
  await end.waitFor({ state: 'detached' });
  assert.ok(await page.locator('.player-chrome').isVisible());
  assert.equal(await page.evaluate(() => document.activeElement?.localName), 'media-controller');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('k');
  await end.waitFor();
  await page.keyboard.press(' ');
  await page.waitForFunction(() => {
    const { paused, currentTime: time } = document.querySelector('video')!;
    return !paused && time < 6;
  });
  await end.waitFor({ state: 'detached' });
}

async function playNext({ origin }: Harness, page: Page): Promise<void> {
  const url = `${origin}/video/video-3`;
  const first = await playToEnd(page, url);
  await first.getByRole('switch', { name: 'Autoplay next' }).click();
  assert.equal(await page.evaluate(() => localStorage.getItem('player_next')), 'on');
  await page.clock.install();
  const cancelled = await playToEnd(page, url);
  await cancelled.getByText('starts in 8 seconds. Press Escape to cancel.').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await cancelled.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  await page.clock.runFor(20_000);
  assert.equal(page.url(), url);
  const end = await playToEnd(page, url);
  await end.getByRole('button', { name: 'Cancel' }).waitFor();
  const next = await end.getByRole('link').first().getAttribute('href');
  await page.clock.runFor(9000);
  await page.waitForURL(origin + next);
}

async function stayCalm({ origin }: Harness, page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('player_next', 'on'));
  const end = await playToEnd(page, `${origin}/video/video-3`);
  await end.getByRole('link').first().waitFor();
  assert.equal(await end.getByRole('button', { name: 'Cancel' }).count(), 0);
  assert.equal(await end.getByRole('switch').count(), 0);
}

/** Opens a video and gets it going, with the controls in place. */
async function openPlaying(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await startPlaying(page);
  await page.locator('media-play-button').waitFor({ state: 'attached' });
}

/** Pressed again until it works: a key is lost if the menu takes the focus later. */
async function openMenu(page: Page, name: string) {
  const settings = page.locator('media-settings-menu');
  const menu = page.locator('[slot=submenu]:not([hidden])');
  const comesUp = (place: Locator) =>
    place.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 10; tries++) {
    if (!(await settings.isVisible())) {
      // The controls hide while the pointer rests.
      await page.locator('media-controller').hover();
      await page.locator('media-settings-menu-button').click();
    }
    await comesUp(settings.locator(':focus'));
    await page.locator('media-settings-menu-item', { hasText: name }).press('Enter');
    if (await comesUp(menu.getByRole('menuitemradio').first())) return menu;
  }
  throw new Error(`The menu ${name} does not open.`);
}

function currentTime(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')!.currentTime);
}

function source(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('video')!.currentSrc);
}
