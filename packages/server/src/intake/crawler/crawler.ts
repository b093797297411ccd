import { setTimeout as sleep } from 'node:timers/promises';
import { countDownloadsOfRun } from '../downloads/index.ts';
import { restartRunCounts } from '../ledger/index.ts';
import { selectEnabledSources } from '../sources/index.ts';
import { atMost } from './at-most.ts';
import type { Crawler } from './crawler-deps.ts';
import { createProblemLog, unreadMessage } from './problems.ts';
import {
  beginDiscovery,
  type CrawlerRunRow,
  deleteProblems,
  endDiscovery,
  isRunGoing,
  selectStartOfDay,
} from './queries.ts';
import type { CrawlSchedule } from './schedule.ts';
import { createSourceFeed, type SourceFeed, type SourceOutcome } from './source-feed.ts';

/** A run that was started this often without finishing is given up. */
const MAX_ATTEMPTS = 20;
/** Sources read at once; each keeps its own pace. */
const SOURCES_AT_ONCE = 8;
/** How soon a run notices that it was stopped, and that a download has ended. */
const LOOK_MS = 1000;
/** After this a run takes nothing further up. */
const LONGEST_MS = 12 * 60 * 60_000;

export interface RunCrawler extends Crawler {
  schedule: CrawlSchedule;
}

/**
 * Reads the sources of a run until its target is brought. May restart after a crash: what was queued counts. Returns
 * early when the run is stopped.
 */
export async function crawlSources(crawler: RunCrawler, runId: string, signal: AbortSignal): Promise<void> {
  const run = await beginDiscovery(crawler.db, runId);
  if (!run) return;
  if (run.attempts > MAX_ATTEMPTS) {
    const error = run.error ?? 'The worker died over this run.';
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
  const { db, clock, schedule } = crawler;
  await deleteProblems(db, run.id);
  await restartRunCounts(db, run.id);
  const problems = createProblemLog(db, run.id);
  const sources = await selectEnabledSources(db, clock.now());
  const common = {
    ...{ runId: run.id, tries: schedule.tries, problems, signal, inTurn: atMost(SOURCES_AT_ONCE) },
    since: await selectStartOfDay(db, schedule.timeZone, clock.now()),
    deadline: new Date(run.started_at.getTime() + LONGEST_MS),
  };
  const feeds = sources.map((source) => createSourceFeed(crawler, { ...common, source }));
  const outcomes = await bringAll(crawler, { run, feeds, signal });
  const asked = outcomes.filter(({ isAsked }) => isAsked);
  const read = asked.flatMap(({ name, reading }) => (reading ? [{ name, ...reading }] : []));
  // A restarted run may have all it wants, or no room anywhere: then no source is read, and none failed.
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

interface Bringing {
  run: CrawlerRunRow;
  feeds: readonly SourceFeed[];
  signal: AbortSignal;
}

/** Deals the target out among the sources until it is brought, or none of them has more. */
async function bringAll(crawler: RunCrawler, { run, feeds, signal }: Bringing): Promise<SourceOutcome[]> {
  const { db } = crawler;
  const outcomes: SourceOutcome[] = [];
  let hungry = feeds;
  while (hungry.length > 0) {
    const { brought, open } = await countDownloadsOfRun(db, run.id);
    const left = run.target_count - brought - open;
    if (left <= 0 && open === 0) break;
    if (left <= 0) {
      await sleep(LOOK_MS, undefined, { signal });
      continue;
    }
    const shares = equalShares(left, hungry.length);
    const ends = await allEnded(hungry.map((feed, nth) => feed.bring(shares[nth] ?? 0)));
    for (const [nth, hasMore] of ends.entries()) {
      const feed = hungry[nth];
      if (!hasMore && feed) outcomes.push(await feed.close());
    }
    hungry = hungry.filter((_, nth) => ends[nth]);
  }
  for (const feed of hungry) outcomes.push(await feed.close());
  return outcomes;
}

/** Throws the first error, but only when nothing is under way any more. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** 50 among 3 is 17, 17, 16: the first, which waited longest, get the remainder. */
export function equalShares(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.ceil((total - index) / count)).map((share) =>
    Math.max(0, share),
  );
}

function watchForStop({ db }: RunCrawler, runId: string) {
  const controller = new AbortController();
  const look = async () => {
    // A failed check means nothing; the next one will tell.
    const going = await isRunGoing(db, runId).catch(() => true);
    if (!going) controller.abort(new Error('The crawler was stopped.'));
  };
  const timer = setInterval(look, LOOK_MS);
  return { signal: controller.signal, end: () => clearInterval(timer) };
}
