import type { Queue } from '@vesper/core/jobs/queue.ts';
import { restartRunCounts } from '../ledger/index.ts';
import { createPlaces } from '../manners/index.ts';
import { revisitJob } from '../revisits/index.ts';
import { selectEnabledSources, type VideoSourceRow } from '../sources/index.ts';
import type { Crawler } from './admit.ts';
import { createProblemLog, unreadMessage } from './problems.ts';
import {
  beginDiscovery,
  type CrawlerRunRow,
  deleteProblems,
  endDiscovery,
  isRunGoing,
  selectStartOfDay,
} from './queries.ts';
import type { CrawlSchedule } from './runs.ts';
import { createShares } from './shares.ts';
import { createSourceFeed } from './trying/source-feed.ts';

/** Restarts after which a run is given up. */
const MAX_ATTEMPTS = 20;
const SOURCES_AT_ONCE = 8;
/** Polling interval for a stopped run. */
const POLL_MS = 1000;
const LONGEST_MS = 12 * 60 * 60_000;

export interface RunCrawler extends Crawler {
  queue: Queue;
  schedule: CrawlSchedule;
}

/**
 * Reads a run's sources until its target is reached. Safe to restart: queued downloads count. Returns early when stopped.
 */
export async function crawlSources(crawler: RunCrawler, runId: string, signal: AbortSignal): Promise<void> {
  const run = await beginDiscovery(crawler.db, runId);
  if (!run) return;
  if (run.attempts > MAX_ATTEMPTS) {
    const error = run.error ?? 'The worker kept dying during this run.';
    await endDiscovery(crawler.db, runId, { status: 'failed', error });
    return;
  }
  const stopped = watchForStop(crawler, runId);
  try {
    const bothSignals = AbortSignal.any([signal, stopped.signal]);
    await discover(crawler, { run, signal: bothSignals });
  } catch (error) {
    if (signal.aborted || (await isRunGoing(crawler.db, runId))) throw error;
  } finally {
    stopped.end();
  }
}

interface Discovery {
  run: CrawlerRunRow;
  signal: AbortSignal;
}

async function discover(crawler: RunCrawler, { run, signal }: Discovery): Promise<void> {
  const { db, queue, clock, schedule } = crawler;
  await deleteProblems(db, run.id);
  await restartRunCounts(db, run.id);
  const problems = createProblemLog(db, run.id);
  const sources = await selectEnabledSources(db, clock.now());
  const sourceIds = sources.map(({ id }) => id);
  const places = createPlaces();
  const inTurn = async <T>(work: () => Promise<T>) => {
    const free = await places.take('sources', SOURCES_AT_ONCE, signal);
    return work().finally(free);
  };
  const common = {
    shares: createShares(db, { runId: run.id, target: run.target_count, sourceIds }),
    ...{ runId: run.id, tries: schedule.tries, problems, signal, inTurn },
    since: await selectStartOfDay(db, schedule.timeZone, clock.now()),
    deadline: new Date(run.started_at.getTime() + LONGEST_MS),
  };
  const bringFrom = async (source: VideoSourceRow) => {
    const feed = createSourceFeed(crawler, { ...common, source });
    await feed.bring();
    return feed.close();
  };
  const outcomes = await allEnded(sources.map(bringFrom));
  const asked = outcomes.filter(({ isAsked }) => isAsked);
  const read = asked.flatMap(({ name, reading }) => (reading ? [{ name, ...reading }] : []));
  await queue.send(db, revisitJob, {});
  // A restarted run may already have enough, or have no room: then no source is read, and none failed.
  const isFailed =
    read.length === asked.length && asked.length > 0 && read.every(({ result }) => result === 'not_read');
  await endDiscovery(db, run.id, {
    status: isFailed ? 'failed' : 'completed',
    error:
      sources.length === 0
        ? 'There is no enabled source.'
        : unreadMessage(read, { asked: asked.length, problems: problems.count() }),
  });
}

async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function watchForStop({ db }: RunCrawler, runId: string) {
  const controller = new AbortController();
  const look = async () => {
    // A failed check is ignored; the next one decides.
    const going = await isRunGoing(db, runId).catch(() => true);
    if (!going) controller.abort(new Error('The crawler was stopped.'));
  };
  const timer = setInterval(look, POLL_MS);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
