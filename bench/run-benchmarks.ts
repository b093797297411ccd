/** script/bench: how much slower the hot reads get when the catalogue grows tenfold, each against its limit. */
import { parseArgs } from 'node:util';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import {
  createTestDatabase,
  startTestServer,
  type TestDatabase,
} from '../packages/server/src/test/database.ts';
import { type HotRead, hotReads, PAGE_SIZE, type Subject } from './hot-reads.ts';
import { medianTimesMs } from './measure.ts';
import { measurePages } from './measure-pages.ts';
import type { PageLoad } from './page-load.ts';
import { formatNumber, print } from './print.ts';
import { fillSubject } from './subjects.ts';

const SIZES = [10_000, 100_000];
const MAX_SIZE = 5_000_000;
const READ_BUDGET_MS = 2000;
/** A page that many ask for at once must be far cheaper than one that is rendered again. */
const CACHE_GAIN = 5;

await runMain(async () => {
  const sizes = readSizes();
  const server = await startTestServer();
  const databases: TestDatabase[] = [];
  try {
    await runBenchmarks(sizes, databases, interrupted());
  } finally {
    for (const database of databases) await database.drop();
    await server.stop();
  }
});

/** Aborted by Ctrl+C: the databases, which may be large, are dropped before the program ends. */
function interrupted(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(new AppError('gone', 'The benchmarks were stopped.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  return controller.signal;
}

async function runBenchmarks(
  sizes: readonly number[],
  databases: TestDatabase[],
  signal: AbortSignal,
): Promise<void> {
  const subjects: Subject[] = [];
  for (const size of sizes) {
    const database = await createTestDatabase();
    databases.push(database);
    const onProgress = (done: number) => {
      signal.throwIfAborted();
      print(`Filling: ${formatNumber(done)} of ${formatNumber(size)}`);
    };
    subjects.push(await fillSubject(database, size, onProgress));
  }
  const readsPassed = await measureReads(subjects, signal);
  const pagesPassed = await comparePages(databases.at(-1), sizes.at(-1) ?? 0);
  print(readsPassed && pagesPassed ? '\nAll within their limits.' : '\nSome are beyond their limits.');
  if (!readsPassed || !pagesPassed) process.exitCode = 1;
}

async function measureReads(subjects: readonly Subject[], signal: AbortSignal): Promise<boolean> {
  const sizes = subjects.map(({ size }) => formatNumber(size).padStart(10));
  print(`\n${'median, milliseconds'.padEnd(46)}${sizes.join('')}   tenfold  limit`);
  let passed = true;
  for (const read of hotReads) {
    signal.throwIfAborted();
    passed = (await measureRead(read, subjects)) && passed;
  }
  return passed;
}

async function measureRead(read: HotRead, subjects: readonly Subject[]): Promise<boolean> {
  let times: number[] = [];
  let growth = 0;
  // A second try where the first is beyond the limit: other programs may have been in the way.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const questions = subjects.map((subject) => (turn: number) => read.ask(subject, turn));
    times = await medianTimesMs(questions, READ_BUDGET_MS);
    growth = worstGrowth(subjects, times);
    if (growth <= read.limit) break;
  }
  const figures = times.map((ms) => ms.toFixed(2).padStart(10)).join('');
  const verdict = growth <= read.limit ? 'ok' : 'TOO SLOW';
  print(
    `${read.name.padEnd(46)}${figures}${growth.toFixed(2).padStart(9)}x${`${read.limit}x`.padStart(7)}  ${verdict}`,
  );
  return growth <= read.limit;
}

async function comparePages(database: TestDatabase | undefined, size: number): Promise<boolean> {
  if (!database) return false;
  const { different, same } = await measurePages(database, Math.floor(size / PAGE_SIZE));
  const gain = same.pagesPerSecond / different.pagesPerSecond;
  const verdict = gain >= CACHE_GAIN ? 'ok' : 'TOO SLOW';
  print(`\nHome pages of ${formatNumber(size)} videos, over HTTP, client and site in one process:`);
  print(`  rendered again ${perSecond(different)}`);
  print(
    `  from the cache ${perSecond(same)}, ${gain.toFixed(1)} times as many, at least ${CACHE_GAIN}  ${verdict}`,
  );
  return gain >= CACHE_GAIN;
}

function perSecond({ pagesPerSecond, medianMs }: PageLoad): string {
  return `${formatNumber(Math.round(pagesPerSecond))} a second, median ${medianMs.toFixed(1)} ms`;
}

/** The largest growth from one size to the next, brought to a tenfold growth of the catalogue. */
function worstGrowth(subjects: readonly Subject[], times: readonly number[]): number {
  const growths = subjects.slice(1).map((subject, index) => {
    const tenfolds = Math.log10(subject.size / (subjects[index]?.size ?? 1));
    return ((times[index + 1] ?? 0) / (times[index] ?? 1)) ** (1 / tenfolds);
  });
  return Math.max(...growths);
}

function readSizes(): number[] {
  const { values } = parseArgs({ options: { large: { type: 'string' } } });
  if (values.large === undefined) return SIZES;
  const large = Number(values.large);
  const smallest = SIZES.at(-1) ?? 0;
  if (!/^\d{1,7}$/.test(values.large) || large <= smallest || large > MAX_SIZE) {
    throw new AppError(
      'bad_request',
      `--large must be a whole number above ${formatNumber(smallest)}, up to ${formatNumber(MAX_SIZE)}.`,
    );
  }
  return [...SIZES, large];
}
