import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';

export interface VisitorOptions {
  origin: string;
  width?: number;
  height?: number;
  /** Device pixels per pixel. */
  scale?: number;
  theme?: 'light' | 'dark';
  isAdult?: boolean;
  hasScript?: boolean;
  isReducedMotion?: boolean;
}

/** `complaints`: whatever a healthy page never says. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** Starts in half the time of the desktop browser. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
export const CHROMIUM =
  process.env.CHROMIUM_PATH || (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
/** Only the pages' own requests leave the browser. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let launched: Promise<Browser> | undefined;

/** One per process; replaced if it dies. */
function theBrowser(): Promise<Browser> {
  if (!launched) {
    const browser = chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
    const forget = () => {
      if (launched === browser) launched = undefined;
    };
    browser.then((one) => one.once('disconnected', forget), forget);
    launched = browser;
  }
  return launched;
}

/** With every open context. */
export async function closeBrowser(): Promise<void> {
  const browser = launched;
  launched = undefined;
  await (await browser)?.close();
}

/** Once touched, it is a combobox. */
export function searchField(scope: Page | Locator, name = 'Search videos'): Locator {
  return scope.getByRole('searchbox', { name }).or(scope.getByRole('combobox', { name }));
}

/** With cookies, storage and cache of its own, gone when the context is closed. */
export async function openVisitor(options: VisitorOptions): Promise<Visitor> {
  const { width = 1280, height = 900 } = options;
  const context = await (await theBrowser()).newContext({
    viewport: { width, height },
    deviceScaleFactor: options.scale ?? 1,
    hasTouch: width < 500,
    javaScriptEnabled: options.hasScript ?? true,
    reducedMotion: options.isReducedMotion ? 'reduce' : 'no-preference',
  });
  // A busy machine is slow.
  context.setDefaultTimeout(60_000);
  if (options.isAdult) {
    await context.addCookies([{ name: 'age_confirmed', value: '1', url: options.origin }]);
  }
  const { theme } = options;
  if (theme) await context.addInitScript((value) => localStorage.setItem('theme', value), theme);
  const complaints: string[] = [];
  await watchPolicy(context, complaints);
  const page = await context.newPage();
  watch(page, complaints, options.hasScript ?? true);
  return { page, context, complaints };
}

/** Holds back these requests until the returned function is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** As by a click, even if the page has no such link. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
  await page.waitForURL(address);
}

/** The script arrives when the returned function is called. */
export async function openBeforeScript(page: Page, url: string): Promise<() => void> {
  const arrive = await holdBack(page, '**/assets/entry-client-*.js');
  await page.goto(url, { waitUntil: 'commit' });
  // People use only what has been painted.
  await untilPainted(page);
  return arrive;
}

/** For what works only by script: a click before is lost, or loads another page. */
export async function openHydrated(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilHydrated(page);
}

export async function untilHydrated(page: Page, selector = '#main *'): Promise<void> {
  await page.waitForFunction(
    (found) => Object.keys(document.querySelector(found) ?? {}).some((key) => key.startsWith('__reactProps')),
    selector,
  );
}

export async function untilPainted(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}

/** By itself, else by the large button, pressed inside the page: a late click from outside would pause the video. */
export async function startPlaying(page: Page): Promise<void> {
  const isPlaying = () => {
    const video = document.querySelector('video');
    if (video && !video.paused && video.currentTime > 0.2) return true;
    document.querySelector<HTMLElement>('button[aria-label="Play video"]')?.click();
    return false;
  };
  await page.waitForFunction(isPlaying, undefined, { polling: 200 });
}

/** On a slow machine the film would end, and has no stream to change to. */
export async function playOnAndOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector('video')!.loop = true;
  });
}

/** `quality`: 0 is the lowest, -1 the highest. The video continues as a stream. */
export async function playStream(page: Page, quality: number): Promise<void> {
  await page.waitForFunction((at) => {
    const video = document.querySelector('video');
    const renditions = video && Reflect.get(video, 'videoRenditions');
    if (!renditions || renditions.length < 2) return false;
    renditions.selectedIndex = at < 0 ? renditions.length + at : at;
    return true;
  }, quality);
  await page.waitForFunction(() => {
    const { currentSrc, readyState } = document.querySelector('video')!;
    return currentSrc.startsWith('blob:') && readyState >= 3;
  });
}

/** The console does not always say what the policy refused. */
async function watchPolicy(context: BrowserContext, complaints: string[]): Promise<void> {
  await context.exposeFunction('reportViolation', (text: string) => complaints.push(text));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report: (text: string) => void = Reflect.get(window, 'reportViolation');
      report(`The policy refused ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
}

function watch(page: Page, complaints: string[], hasScript: boolean): void {
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type());
    if (isComplaint && !isMissing(page, message)) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => {
    // A player drops a transfer when it changes its source, and a page when it is left.
    const isAborted = request.failure()?.errorText === 'net::ERR_ABORTED';
    // Without script a browser announces scripts that it does not fetch.
    const isUseless = !hasScript && request.url().endsWith('.js');
    if (!isAborted && !isUseless) complaints.push(`${request.url()} failed`);
  });
}

/** A browser logs each 404; some are expected. */
function isMissing(page: Page, message: ConsoleMessage): boolean {
  const { url } = message.location();
  const mayBe = /\/media\/missing\.svg$|\/api\/videos\/gone$/.test(url) || url === page.url();
  return mayBe && /^Failed to load resource: .*\b404\b/.test(message.text());
}
