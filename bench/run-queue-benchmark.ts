/** script/bench queue: what the downloads' queue costs with a million finished downloads behind it. */
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { addDownloads } from '../packages/server/src/intake/downloads/download-jobs.ts';
import {
  countDownloads,
  selectHosts,
  selectLatestDownloads,
} from '../packages/server/src/intake/downloads/download-list-queries.ts';
import { countByStatus } from '../packages/server/src/intake/downloads/download-queries.ts';
import {
  claimDownload,
  returnDownloads,
  updateLeased,
} from '../packages/server/src/intake/downloads/lease-queries.ts';
import type { Db } from '../packages/server/src/kernel/db/pool.ts';
import { countFailures } from '../packages/server/src/kernel/jobs/leased-queries.ts';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { createTestDatabase, startTestServer } from '../packages/server/src/test/database.ts';
import { medianTimesMs } from './measure.ts';
import { formatNumber, print } from './print.ts';

const LINES = 10_000;
const HOSTS = 50;
const MAX_BULK_MS = 1000;
const FILL_BATCH = 100_000;
const MAX_READ_MS = 5;
/** Issue: every page of the back office opens with less database time. */
const MAX_PAGE_MS = 20;
const BULK_TRIES = 5;
const BUDGET_MS = 5000;

await runMain(async () => {
  const finished = readFinished();
  const server = await startTestServer();
  const database = await createTestDatabase();
  try {
    print(`${formatNumber(finished)} finished downloads:`);
    await fill(database.pool, finished);
    const bulk = await measureBulk(database.db);
    const reads = await measureReads(database.db);
    const lists = await measureLists(database.db);
    if (!bulk || !reads || !lists) process.exitCode = 1;
  } finally {
    await database.drop();
    await server.stop();
  }
});

async function fill(pool: pg.Pool, finished: number): Promise<void> {
  for (let from = 1; from <= finished; from += FILL_BATCH) {
    const to = Math.min(finished, from + FILL_BATCH - 1);
    await pool.query(`insert into download_jobs (source_url, source_url_hash, status, completed_at, error_class)
      select 'https://host-' || n % 100 || '.test/' || n, sha256(n::text::bytea),
        case n % 5 when 0 then 'failed' else 'completed' end, now(), case n % 5 when 0 then 'class_' || n % 20 end
      from generate_series(${from}, ${to}) n`);
  }
  await pool.query('vacuum analyze download_jobs');
}

/** The best of a few: what the work takes, and not what else the machine did. */
async function measureBulk(db: Db): Promise<boolean> {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < BULK_TRIES; turn += 1) {
    const lines = Array.from({ length: LINES }, (_, n) => `https://bulk-${n % HOSTS}.test/${turn}/${n}`);
    const startedAt = performance.now();
    const { count } = await addDownloads(db, lines);
    best = Math.min(best, performance.now() - startedAt);
    if (count !== LINES) throw new Error(`Only ${count} lines were queued.`);
  }
  return judge(`${formatNumber(LINES)} lines in one call, reading them included`, best, MAX_BULK_MS);
}

async function measureReads(db: Db): Promise<boolean> {
  const questions: [string, (turn: number) => Promise<unknown>][] = [
    ['claim the next, and end it', () => claimAndEnd(db)],
    ['look for lapsed leases and ended pauses', () => returnDownloads(db, 100)],
    ['the ten latest', () => selectLatestDownloads(db, 10)],
    ['the ten latest that failed', () => selectLatestDownloads(db, 10, { status: 'failed' })],
    ['counts by status', () => countByStatus(db)],
  ];
  const times = await medianTimesMs(
    questions.map(([, ask]) => ask),
    BUDGET_MS,
  );
  const verdicts = questions.map(([name], index) => judge(name, times[index] ?? 0, MAX_READ_MS));
  return verdicts.every(Boolean);
}

/** What the page of jobs asks. */
async function measureLists(db: Db): Promise<boolean> {
  const failed = { status: 'failed', scope: { lane: 'manual' } };
  const questions: [string, (turn: number) => Promise<unknown>][] = [
    ['fifty of a source', () => selectLatestDownloads(db, 50, { scope: failed.scope })],
    [
      'fifty of a source that failed, far back',
      () => selectLatestDownloads(db, 50, { ...failed, before: 5000 }),
    ],
    ['fifty with errors of a class', () => selectLatestDownloads(db, 50, { errorClass: 'class_10' })],
    [
      'fifty at ten hosts',
      async () => selectLatestDownloads(db, 50, { scope: { hosts: await selectHosts(db, 'host-') } }),
    ],
    ['a count that ends at 1,000', () => countDownloads(db, failed, 1_001)],
    ['failures by class', () => countFailures(db, 'download_jobs', 1_001)],
  ];
  const times = await medianTimesMs(
    questions.map(([, ask]) => ask),
    BUDGET_MS,
  );
  return questions.map(([name], index) => judge(name, times[index] ?? 0, MAX_PAGE_MS)).every(Boolean);
}

async function claimAndEnd(db: Db): Promise<void> {
  const job = await claimDownload(db, '', 30_000);
  if (!job) throw new Error('There is nothing to claim.');
  await updateLeased(db, job, { status: 'completed', completed_at: new Date() });
}

function judge(name: string, ms: number, limit: number): boolean {
  const verdict = ms <= limit ? 'ok' : 'TOO SLOW';
  print(`  ${name.padEnd(50)}${ms.toFixed(2).padStart(9)} ms${`${limit} ms`.padStart(9)}  ${verdict}`);
  return ms <= limit;
}

function readFinished(): number {
  const { values } = parseArgs({ options: { finished: { type: 'string', default: '1000000' } } });
  if (!/^\d{1,7}$/.test(values.finished))
    throw new AppError('bad_request', '--finished must be a whole number.');
  return Number(values.finished);
}
