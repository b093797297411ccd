import { countDownloadsOfRun, countDownloadsOfSource } from '../downloads/index.ts';
import { restartRunCounts } from '../ledger/index.ts';
import { selectEnabledSources, type VideoSourceRow } from '../sources/index.ts';
import { type Crawler, crawlSource, type SourceOutcome } from './crawl-source.ts';
import { createProblemLog, type ProblemLog, type SourceReading, unreadMessage } from './problems.ts';
import { beginDiscovery, deleteProblems, endDiscovery, isRunGoing, selectStartOfDay } from './queries.ts';
import type { CrawlSchedule } from './schedule.ts';

/** A run that was started this often without finishing is given up. */
const MAX_ATTEMPTS = 20;
/** How often the target left over by slow or poor sources is redistributed. */
const MAX_ROUNDS = 5;
/** Sources read at once; each keeps its own pace. */
const SOURCES_AT_ONCE = 8;
/** How soon a run notices that it was stopped. */
const LOOK_MS = 1000;

export interface RunCrawler extends Crawler {
  schedule: CrawlSchedule;
}

/**
 * Reads the sources of a run until its target is queued. May restart after a crash: what was queued counts. Returns
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
    await discover(crawler, { runId, target: run.target_count, signal: bothSignals });
  } catch (error) {
    if (signal.aborted || (await isRunGoing(crawler.db, runId))) throw error;
  } finally {
    stopped.end();
  }
}

interface Discovery {
  runId: string;
  target: number;
  signal: AbortSignal;
}

async function discover(crawler: RunCrawler, { runId, target, signal }: Discovery): Promise<void> {
  await deleteProblems(crawler.db, runId);
  await restartRunCounts(crawler.db, runId);
  const problems = createProblemLog(crawler.db, runId);
  const sources = await selectEnabledSources(crawler.db, crawler.clock.now());
  const asked = new Set<string>();
  const readings = new Map<string, SourceReading>();
  let hungry = sources;
  for (let round = 0; round < MAX_ROUNDS && hungry.length > 0; round += 1) {
    const left = target - (await countDownloadsOfRun(crawler.db, runId));
    if (left <= 0) break;
    const outcomes = await crawlRound(crawler, { runId, sources: hungry, left, problems, signal });
    for (const { source, outcome } of outcomes) {
      asked.add(source.id);
      if (outcome.reading) readings.set(source.id, { name: source.name, ...outcome.reading });
    }
    hungry = outcomes.filter(({ outcome }) => outcome.filled).map(({ source }) => source);
  }
  const read = [...readings.values()];
  // A restarted run may have all it wants, or no room anywhere: then no source is read, and none failed.
  const isFailed =
    read.length === asked.size && asked.size > 0 && read.every(({ result }) => result === 'not_read');
  await endDiscovery(crawler.db, runId, {
    status: isFailed ? 'failed' : 'completed',
    error:
      sources.length === 0
        ? 'There is no enabled source.'
        : unreadMessage(read, { asked: asked.size, problems: problems.count() }),
  });
}

interface Round {
  runId: string;
  sources: readonly VideoSourceRow[];
  left: number;
  problems: ProblemLog;
  signal: AbortSignal;
}

/** Gives every source an equal share of the remaining target, limited by its quota of the day. */
async function crawlRound(crawler: RunCrawler, { runId, sources, left, problems, signal }: Round) {
  const shares = equalShares(left, sources.length);
  const turns = sources.map((source, index) => ({ source, share: shares[index] ?? 0 }));
  const since = await selectStartOfDay(crawler.db, crawler.schedule.timeZone, crawler.clock.now());
  const outcomes: { source: VideoSourceRow; outcome: SourceOutcome }[] = [];
  const takeTurns = async () => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) {
      const { source, share } = turn;
      const room = Math.min(share, await quotaLeft(crawler, source, since));
      // Nothing may be taken today, so the source is not requested.
      if (room <= 0) continue;
      const outcome = await crawlSource(crawler, { runId, source, room, problems, signal });
      outcomes.push({ source, outcome });
    }
  };
  await Promise.all(Array.from({ length: SOURCES_AT_ONCE }, takeTurns));
  return outcomes;
}

/** 50 among 3 is 17, 17, 16: the first, which waited longest, get the remainder. */
export function equalShares(total: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.ceil((total - index) / count)).map((share) =>
    Math.max(0, share),
  );
}

async function quotaLeft({ db }: RunCrawler, source: VideoSourceRow, since: Date): Promise<number> {
  return source.daily_quota - (await countDownloadsOfSource(db, source.id, since));
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
