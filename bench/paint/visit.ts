import type { Browser, CDPSession, Page } from 'playwright-core';

/** A page load on a slow phone with a cold cache. Times in milliseconds from the navigation. */
export interface Visit {
  firstPaintMs: number;
  largestPaintMs: number;
  /** The largest painted element, for people. */
  largest: string;
  shift: number;
  /** Time to show the page on Back, whether it came from the back/forward cache, and why not. */
  backMs: number;
  isKept: boolean;
  backReasons: string[];
  /** Bytes transferred until the page was idle. */
  bytes: number;
}

interface Seen {
  paint: { at: number; what: string };
  shift: number;
  shownAgain?: number;
}

declare global {
  interface Window {
    seen: Seen;
  }
}

/** Lighthouse's phone (Moto G Power) and its slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Chromium's name for causes in the page. Its headless shell, for one, never caches pages. */
const OF_PAGE = 'PageSupportNeeded';
/** For work deferred until the page is idle. */
const REST_MS = 2500;

interface VisitOptions {
  isAdult: boolean;
  /** How many times slower the phone is than this machine. */
  slower: number;
}

/** Opens a page in a fresh profile as a visitor who has confirmed their age, navigates on, and returns. */
export async function visit(
  browser: Browser,
  address: string,
  { isAdult, slower }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    if (isAdult) await context.addCookies([{ name: 'age_confirmed', value: '1', url: address }]);
    await context.addInitScript(watchPaints);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await slowDown(session, slower);
    const received = countBytes(session);
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(REST_MS);
    const { paint, shift } = await page.evaluate(() => window.seen);
    const firstPaintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return {
      ...{ firstPaintMs, largestPaintMs: paint.at, largest: paint.what, shift },
      bytes: received(),
      ...(await comeBack(page, session, address)),
    };
  } finally {
    await context.close();
  }
}

async function slowDown(session: CDPSession, rate: number): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

function countBytes(session: CDPSession): () => number {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

async function comeBack(
  page: Page,
  session: CDPSession,
  address: string,
): Promise<Pick<Visit, 'backMs' | 'isKept' | 'backReasons'>> {
  const told: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    for (const { type, reason } of notRestoredExplanations) if (type === OF_PAGE) told.push(reason);
  });
  await session.send('Page.enable');
  // By a full page load, not in place.
  await page.goto(new URL('/help', address).href);
  await page.goBack({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.readyState === 'complete');
  const shownAgainMs = await page.evaluate(() => window.seen.shownAgain);
  if (shownAgainMs !== undefined) return { backMs: shownAgainMs, isKept: true, backReasons: [] };
  const loadedMs = await page.evaluate(
    () => performance.getEntriesByType('navigation').map(({ duration }) => duration)[0] ?? 0,
  );
  return { backMs: loadedMs, isKept: false, backReasons: told };
}

/** Runs in the page before its own scripts. */
function watchPaints(): void {
  const seen: Seen = { paint: { at: 0, what: '' }, shift: 0 };
  window.seen = seen;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => {
    const { element, url } = entry as PerformanceEntry & { element?: Element; url?: string };
    const name = element ? `${element.localName}${element.id && `#${element.id}`}` : 'what is gone';
    seen.paint = { at: entry.startTime, what: url ? `${name} ${url.slice(-8)}` : name };
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) seen.shownAgain = performance.now() - event.timeStamp;
  });
}
