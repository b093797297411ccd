import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { openVisitor, type Visitor, type VisitorOptions } from './browser.ts';
import { createVideo } from './catalogue.ts';
import type { Harness } from './harness.ts';
import { expectNoShifts } from './layout-shifts.ts';
import { type Cases, testCases } from './test-cases.ts';

/** What is requested before and after the gate, by the server's log. */
const cases: Cases = {
  'the first pictures are eager for a visitor who has confirmed': { run: showFirstPicturesAtOnce },
};
for (const [width, hasScript] of [
  [360, true],
  [1440, false],
] as const) {
  const name = `behind the gate no picture is fetched (${width} px, ${hasScript ? 'with' : 'without'} script)`;
  cases[name] = { run: (harness) => gateBeforePictures(harness, { width, hasScript }) };
}
for (const lacking of [/\(scripting:/g, /:has\(/g]) {
  const name = `without script a browser that does not know ${lacking.source} gets past the gate`;
  cases[name] = { run: (harness) => passGateUnscripted(harness, lacking) };
}
testCases(cases);

async function gateBeforePictures(
  { origin, catalogue, requests }: Harness,
  options: Partial<VisitorOptions>,
): Promise<void> {
  const embed = { provider: 'Player', watchUrl: 'https://player.example/watch' };
  catalogue.videos[20] = createVideo(20, { kind: 'embed', videoUrl: '', embedUrl: embed.watchUrl, embed });
  const ofVideos = () => requests.filter((url) => /^\/(media|api)\//.test(url));
  const paths = ['/', '/?search=julia', '/video/video-3', '/video/video-20', '/category/tilings', '/en/calm'];
  for (const path of [...paths, '/library']) {
    const { page, context, complaints } = await openVisitor({ origin, ...options });
    requests.length = 0;
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
    assert.deepEqual([path, ofVideos()], [path, []]);
    const { hasScript } = options;
    await page.getByRole(hasScript ? 'button' : 'checkbox', { name: 'I am 18 or older' }).click();
    const isSeen = () => path === '/library' || requests.some((url) => url.includes('/picture-'));
    await until(`a picture of ${path}`, isSeen);
    if (hasScript) await expectNoShifts(page, path);
    assert.deepEqual(complaints, []);
    await context.close();
  }
}

/** Unsupported features are renamed before the browser sees them. */
async function passGateUnscripted({ origin }: Harness, lacking: RegExp): Promise<void> {
  const { page, context } = await openVisitor({ origin, hasScript: false });
  await page.route(/\/$|\.css$/, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    const body = (await response.text()).replace(lacking, (name) => name.replace(/\w+/, 'unknown'));
    await route.fulfill({ response, headers, body });
  });
  await page.goto(origin);
  const parts = ['main', '#site-footer'].map((part) => page.locator(part));
  for (const part of parts) assert.equal(await part.isVisible(), false);
  const role = lacking.source.includes('has') ? 'link' : 'checkbox';
  await page.getByRole(role, { name: 'I am 18 or older' }).click();
  for (const part of parts) assert.equal(await part.isVisible(), true);
  await context.close();
}

/** Waits for what only the harness sees. */
async function until(what: string, isTrue: () => boolean): Promise<void> {
  for (const start = Date.now(); !isTrue(); ) {
    assert.ok(Date.now() - start < 45_000, `timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** By the page's one inline script. */
async function showFirstPicturesAtOnce(
  { origin }: Harness,
  page: Page,
  { complaints }: Visitor,
): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const [path, count] of Object.entries({ '/': 2, '/category/fractals': 2, '/video/video-3': 1 })) {
    await page.goto(origin + path);
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll<HTMLImageElement>('main img[loading=eager]')].filter(
          (image) => image.complete && image.naturalWidth > 0,
        ).length === wanted,
      count,
    );
  }
  complaints.length = 0;
}
