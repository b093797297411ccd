import type { CrawlerReport, Decision } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { cancelPendingOfRun, countEndingsOfRun } from '../downloads/index.ts';
import { decisionOfFailure, selectRunCounts } from '../ledger/index.ts';
import { sourceEnabledBefore } from '../sources/index.ts';
import { crawlJob } from './jobs.ts';
import {
  type CrawlerProblemRow,
  type CrawlerRunRow,
  cancelRun,
  insertRun,
  type RunView,
  selectLatestRuns,
  selectProblems,
  selectRun,
  selectRunning,
  selectRunView,
  selectScheduleTimes,
} from './queries.ts';

export interface CrawlerRuns {
  db: Db;
  queue: Queue;
  clock: Clock;
  /** Read on each use: administrators change it. */
  readonly schedule: CrawlSchedule;
}

export interface RunParts extends Omit<CrawlerRuns, 'schedule'> {
  config: { crawlTime: string; crawlTarget: number; crawlTries: number; timeZone: string };
}

export function crawlerRuns({ db, queue, clock, config }: RunParts): CrawlerRuns {
  return {
    ...{ db, queue, clock },
    get schedule() {
      const { crawlTime, crawlTarget, crawlTries, timeZone } = config;
      return { time: crawlTime, timeZone, dailyTarget: crawlTarget, tries: crawlTries };
    },
  };
}

const DEFAULT_TARGET = 50;

/** Creates a run and queues its job in one transaction. Throws conflict if one is in progress. */
export async function startCrawl(
  { db, queue }: Pick<CrawlerRuns, 'db' | 'queue'>,
  targetCount = DEFAULT_TARGET,
): Promise<CrawlerRunRow> {
  const run = await insertAndQueue(db, queue, { targetCount, scheduledFor: null });
  if (!run) throw new AppError('conflict', 'The crawler is already running.');
  return run;
}

/**
 * Starts the latest scheduled run, unless one exists for it or another run is in progress, which then counts as
 * today's. Catches up once on a time missed while no worker ran.
 */
export async function startScheduledCrawl({ db, queue, clock, schedule }: CrawlerRuns): Promise<boolean> {
  const { latest } = await scheduleTimes(db, schedule, clock.now());
  if (!(await sourceEnabledBefore(db, latest))) return false;
  const run = await insertAndQueue(db, queue, { targetCount: schedule.dailyTarget, scheduledFor: latest });
  return run !== undefined;
}

/** Cancels waiting downloads; those in progress finish. Throws conflict if no such run is in progress. */
export async function stopCrawl(
  { db, clock }: Pick<CrawlerRuns, 'db' | 'clock'>,
  seenRunId?: string,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const runId = await cancelRun(tx, clock.now(), seenRunId);
    if (!runId) throw new AppError('conflict', await notStoppedMessage(tx, seenRunId));
    return cancelPendingOfRun(tx, runId, 'Cancelled: the crawler was stopped.');
  });
}

async function notStoppedMessage(tx: Db, seenRunId: string | undefined): Promise<string> {
  if (seenRunId === undefined || !(await selectRunning(tx))) return 'The crawler is not running.';
  return 'That run has ended and another one has started, which was not stopped.';
}

export async function requeueRun({ db, queue }: Pick<CrawlerRuns, 'db' | 'queue'>): Promise<void> {
  const run = await selectRunning(db);
  if (run && !run.discovered_at) await queue.send(db, crawlJob, { runId: run.id });
}

/** Latest first. Throws not_found. */
export async function listRuns(
  db: Db,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<RunView[]> {
  if (before === undefined) return selectLatestRuns(db, limit);
  return selectLatestRuns(db, limit, (await selectRun(db, before)) ?? noRun());
}

const MOST_PROBLEMS = 100;

export interface RunDetails {
  run: RunView;
  problems: CrawlerProblemRow[];
  report: CrawlerReport;
}

/** Throws not_found. */
export async function getRun(db: Db, id: string): Promise<RunDetails> {
  const run = (await selectRunView(db, id)) ?? noRun();
  return { run, problems: await selectProblems(db, id, MOST_PROBLEMS), report: await reportOf(db, run) };
}

function noRun(): never {
  throw new AppError('not_found', 'This crawler run does not exist.');
}

export interface CrawlerState {
  running: boolean;
  schedule: CrawlSchedule;
  next: Date;
  last: RunView | undefined;
}

export async function crawlerState({ db, clock, schedule }: CrawlerRuns): Promise<CrawlerState> {
  const [last] = await selectLatestRuns(db, 1);
  const { next } = await scheduleTimes(db, schedule, clock.now());
  return { running: last?.status === 'running', schedule, next, last };
}

async function insertAndQueue(
  db: Db,
  queue: Queue,
  run: { targetCount: number; scheduledFor: Date | null },
): Promise<CrawlerRunRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await insertRun(tx, run);
    if (row) await queue.send(tx, crawlJob, { runId: row.id });
    return row;
  });
}

export interface CrawlSchedule {
  /** "02:00" in `timeZone`. */
  time: string;
  timeZone: string;
  dailyTarget: number;
  /** Addresses of one source that a run tries. */
  tries: number;
}

/**
 * The latest scheduled time up to `now`, and the next. The database knows time zone rules: a time skipped by a clock
 * change comes an hour later.
 */
export async function scheduleTimes(
  db: Db,
  schedule: CrawlSchedule,
  now: Date,
): Promise<{ latest: Date; next: Date }> {
  const times = await selectScheduleTimes(db, schedule, now);
  const next = times.find((time) => time > now);
  const latest = times.findLast((time) => time <= now);
  if (!latest || !next) throw new Error(`The schedule ${schedule.time} has no times.`);
  return { latest, next };
}

const POSTPONED: ReadonlySet<string | null> = new Set(['paused', 'http_429']);

/** Tried addresses count by their downloads, the others by their decisions. */
export async function reportOf(db: Db, run: CrawlerRunRow): Promise<CrawlerReport> {
  const met = (await selectRunCounts(db, run.id)) ?? [];
  const metAs = (...decisions: Decision[]) => sum(met.filter(({ decision }) => decisions.includes(decision)));
  const ends = await countEndingsOfRun(db, run.id);
  const isLater = ({ status, errorClass }: (typeof ends)[number]) =>
    status === 'pending' || POSTPONED.has(errorClass);
  const later = ends.filter(isLater);
  const ended = ends.filter((one) => !isLater(one));
  const endedAs = (...decisions: Decision[]) =>
    sum(ended.filter(({ errorClass }) => decisions.includes(decisionOfFailure(errorClass ?? ''))));
  return {
    brought: run.videos_added,
    alreadyHere: metAs('known', 'duplicate', 'blocked') + endedAs('duplicate', 'blocked'),
    noVideo: endedAs('no_video'),
    robots: endedAs('robots'),
    leftForLater: metAs('over_quota') + sum(later),
    failed: endedAs('failed') + metAs('failed'),
  };
}

function sum(rows: readonly { count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
