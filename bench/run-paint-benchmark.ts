/**
 * script/bench paint: waiting times of a visitor with a slow phone and network: the largest paint from a cold cache,
 * the longest task, and going back. The site runs in one process, without a worker, with made-up videos.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pageHref } from '@vesper/contract';
import { type Browser, chromium } from 'playwright-core';
import { prepareQueue } from '../packages/app/composition/compose-queue.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from '../packages/app/processes/node-flags.ts';
import { runMain } from '../packages/app/processes/process.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { createFsStorage } from '../packages/core/server/storage/fs-storage.ts';
import { ensureDefaultDomain } from '../packages/site/server/domains/index.ts';
import { startTestServer } from '../packages/test/database.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../packages/web/test/browser.ts';
import { askChild } from './ask-child.ts';
import { ensureSeedMedia } from './catalogue/seed-media.ts';
import type { SiteReport, SiteTask } from './delivery/site.ts';
import { type FilledDatabase, openFilled } from './filled-database.ts';
import { median } from './measure.ts';
import { givePictures } from './paint/pictures.ts';
import { tasksOf } from './paint/tasks.ts';
import { type Visit, visit } from './paint/visit.ts';
import { print } from './print.ts';

const SITE = fileURLToPath(new URL('./delivery/site.ts', import.meta.url));
const VIDEOS = 10_000;
const MOST_PAINT_MS = 1500;
const MOST_TASK_MS = 50;
/** How much slower a phone's processor is than this machine's, as in Lighthouse. */
const SLOWER = 4;

/** A visit, and the tasks of another one without throttling or a debugger. */
interface Measured extends Visit {
  longestTaskMs: number;
  /** The sum of task time beyond 50 ms. */
  blockedMs: number;
}

await runMain(async () => {
  const { rounds, only } = readOptions();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  const server = await startTestServer();
  const database = await openFilled(VIDEOS);
  const site = fork(SITE, { execArgv: [...WEB_FLAGS], env: { ...process.env, ...WEB_ENVIRONMENT } });
  // Playwright disables the back/forward cache.
  const browser = await chromium.launch({
    ...{ executablePath: CHROMIUM, args: CHROMIUM_FLAGS },
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const storage = createFsStorage(path.join(folder, 'storage'));
    await ensureSeedMedia(storage, AbortSignal.timeout(60_000));
    await givePictures(database.pool, storage);
    await ensureDefaultDomain(database.db);
    await prepareQueue(database.connection, silentLog);
    const task: SiteTask = { env: { DATA_DIR: folder }, connection: database.connection };
    const { url } = await askChild<SiteReport>(site, task);
    const pages = Object.entries(await chosenPages(database)).filter(([name]) => name.includes(only));
    await measureAll(browser, url, { pages, rounds });
  } finally {
    await browser.close();
    site.kill();
    await database.drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

interface OpenedPage {
  path: string;
  isAdult: boolean;
}

async function chosenPages({ pool }: FilledDatabase): Promise<Record<string, OpenedPage>> {
  const { rows } = await pool.query<{ id: string; slug: string; title: string }>(
    `select v.id, v.title, c.slug from videos as v join categories as c on c.name = v.category
    order by v.source_url_hash limit 1`,
  );
  const { id = '', slug = '', title = '' } = rows[0] ?? {};
  return {
    home: { path: pageHref.home(), isAdult: true },
    category: { path: pageHref.category(slug), isAdult: true },
    search: { path: pageHref.home({ search: title.split(' ')[0] ?? '' }), isAdult: true },
    video: { path: pageHref.video(id), isAdult: true },
    'home, behind the gate': { path: pageHref.home(), isAdult: false },
    'video, behind the gate': { path: pageHref.video(id), isAdult: false },
  };
}

async function measureAll(
  browser: Browser,
  site: string,
  { pages, rounds }: { pages: [string, OpenedPage][]; rounds: number },
): Promise<void> {
  const visits = new Map<string, Measured[]>();
  // A warm-up: the site fills its caches, and the first pages of a process are slow.
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, { path: address, isAdult }] of pages) {
      const one = await measure(browser, site + address, isAdult);
      if (round >= 0) visits.set(name, [...(visits.get(name) ?? []), one]);
    }
  }
  print(
    `\n${'median of the rounds'.padEnd(26)}${['first paint', 'largest', 'longest task', 'over 50 ms', 'shift', 'KB', 'back'].map((name) => name.padStart(13)).join('')}`,
  );
  const passed = [...visits].map(([name, all]) => report(name, all));
  print(passed.every(Boolean) ? '\nAll within their limits.' : '\nSome are beyond their limits.');
  if (!passed.every(Boolean)) process.exitCode = 1;
}

async function measure(browser: Browser, address: string, isAdult: boolean): Promise<Measured> {
  const one = await visit(browser, address, { isAdult, slower: SLOWER });
  const tasks = (await tasksOf(address, { isAdult })).map((ms) => ms * SLOWER);
  return {
    ...one,
    longestTaskMs: tasks[0] ?? 0,
    blockedMs: tasks.reduce((sum, ms) => sum + Math.max(0, ms - MOST_TASK_MS), 0),
  };
}

/** Prints a page's medians; returns whether they are within the limits. */
function report(name: string, visits: readonly Measured[]): boolean {
  const middle = (pick: (one: Measured) => number) => median(visits.map(pick));
  const largestMs = middle((one) => one.largestPaintMs);
  const taskMs = middle((one) => one.longestTaskMs);
  const figures = [
    middle((one) => one.firstPaintMs).toFixed(0),
    largestMs.toFixed(0),
    taskMs.toFixed(0),
    middle((one) => one.blockedMs).toFixed(0),
    middle((one) => one.shift).toFixed(3),
    (middle((one) => one.bytes) / 1000).toFixed(0),
    `${middle((one) => one.backMs).toFixed(0)} ${visits.every(({ isKept }) => isKept) ? 'kept' : 'loaded'}`,
  ];
  const notKept = [...new Set(visits.flatMap(({ backReasons }) => backReasons))];
  const faults = [
    ...(largestMs > MOST_PAINT_MS ? ['PAINTS LATE'] : []),
    ...(taskMs > MOST_TASK_MS ? ['LONG TASK'] : []),
    ...(notKept.length > 0 ? [`NOT KEPT: ${notKept.join(', ')}`] : []),
  ];
  const largest = [...new Set(visits.map((one) => one.largest))].join(', ');
  print(
    `${name.padEnd(26)}${figures.map((figure) => figure.padStart(13)).join('')}  ${faults.join(', ') || 'ok'} (${largest})`,
  );
  return faults.length === 0;
}

function readOptions(): { rounds: number; only: string } {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
  });
  if (!/^[1-9]\d?$/.test(values.rounds))
    throw new AppError('bad_request', '--rounds must be a whole number from 1 to 99.');
  return { rounds: Number(values.rounds), only: values.only };
}
