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
  /** Device pixels for a pixel of the page. */
  scale?: number;
  theme?: 'light' | 'dark';
  isAdult?: boolean;
  hasScript?: boolean;
  isReducedMotion?: boolean;
}

/** `complaints` collects whatever a healthy page never says. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  complaints: string[];
}

/** The same engine without a desktop's browser around it, which takes as long again. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
export const CHROMIUM =
  process.env.CHROMIUM_PATH || (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium');
/** What keeps Chromium quiet: nothing but the pages' own requests leaves it. */
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

/** The program's one browser, with a profile folder of its own; one that has died is replaced. */
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

/** Ends the program's browser, if one was begun, and every visitor that is still there. */
export async function closeBrowser(): Promise<void> {
  const browser = launched;
  launched = undefined;
  await (await browser)?.close();
}

/** The site's search field: one that has a list once it has been touched. */
export function searchField(scope: Page | Locator, name = 'Search videos'): Locator {
  return scope.getByRole('searchbox', { name }).or(scope.getByRole('combobox', { name }));
}

/** Someone whom nothing is known of: cookies, storage and cache of their own, which go when the context is closed. */
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

/** Has what the page asks for by such addresses wait until the returned function is called. */
export async function holdBack(page: Page, addresses: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Follows a link to an address of the site like a click, even if the page has no such link. */
export async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    const link = document.body.appendChild(Object.assign(document.createElement('a'), { href }));
    link.click();
    link.remove();
  }, address);
  await page.waitForURL(address);
}

/** Opens a page without its script, which arrives when the returned function is called. */
export async function openBeforeScript(page: Page, url: string): Promise<() => void> {
  const arrive = await holdBack(page, '**/assets/entry-client-*.js');
  await page.goto(url, { waitUntil: 'commit' });
  // People use only what has been painted.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return arrive;
}

/**
 * Gets the video going: by itself where the browser lets it, else by the large button. It is pressed inside the page: a
 * click from outside that comes as the video begins by itself would hit the picture and pause it.
 */
export async function startPlaying(page: Page): Promise<void> {
  const isPlaying = () => {
    const video = document.querySelector('video');
    if (video && !video.paused && video.currentTime > 0.2) return true;
    document.querySelector<HTMLElement>('button[aria-label="Play video"]')?.click();
    return false;
  };
  await page.waitForFunction(isPlaying, undefined, { polling: 200 });
}

/** However long a slow machine takes, the film does not end: at its end there is no stream to change to. */
export async function playOnAndOn(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.querySelector('video')!.loop = true;
  });
}

/** Chooses a quality, the lowest by 0 and the highest by -1: the video goes on as a stream. */
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

/** Every page of the browser says what its policy has refused, as the console does not always. */
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
    // A player gives up a transfer when it changes its source, and a page when it is left.
    const isAborted = request.failure()?.errorText === 'net::ERR_ABORTED';
    // Without script a browser still announces the scripts that it then does not fetch.
    const isUseless = !hasScript && request.url().endsWith('.js');
    if (!isAborted && !isUseless) complaints.push(`${request.url()} failed`);
  });
}

/** A browser writes an error for each 404: the page itself, and what the cases know to be missing, may have one. */
function isMissing(page: Page, message: ConsoleMessage): boolean {
  const { url } = message.location();
  const mayBe = /\/media\/missing\.svg$|\/api\/videos\/gone$/.test(url) || url === page.url();
  return mayBe && /^Failed to load resource: .*\b404\b/.test(message.text());
}
