import type { Db } from '../../db/pool.ts';
import type { Queue } from '../../jobs/queue.ts';
import { AppError } from '../../lib/app-error.ts';
import type { Clock } from '../../lib/clock.ts';
import { SourceError } from '../../lib/source-error.ts';
import { countDownloadsOfRun, countDownloadsOfSource } from '../downloads/index.ts';
import { restartRunCounts } from '../ledger/index.ts';
import type { Manners } from '../manners/index.ts';
import { readSource, type SourceItem, withoutControls } from '../readers/index.ts';
import { selectEnabledSources, setSourceCrawled, type VideoSourceRow } from '../sources/index.ts';
import { admit } from './admit.ts';
import { crawlJob } from './jobs.ts';
import {
  beginDiscovery,
  type CrawlerRunRow,
  deleteProblems,
  endDiscovery,
  insertProblem,
  insertRun,
  selectRunning,
} from './queries.ts';

export interface Crawler {
  db: Db;
  queue: Queue;
  manners: Manners;
  clock: Clock;
}

/** Specification, section 9. */
export const DEFAULT_TARGET = 50;
const BATCH = 500;
/** A run that was begun this often without coming to its end is given up. */
const MAX_ATTEMPTS = 20;
/** Further problems of a run are only counted. */
const MAX_PROBLEMS = 100;

/** Starts a run and queues its work, both or neither. Throws conflict if one is running. */
export async function startCrawl(
  { db, queue }: Pick<Crawler, 'db' | 'queue'>,
  targetCount = DEFAULT_TARGET,
): Promise<CrawlerRunRow> {
  return db.transaction().execute(async (tx) => {
    const run = await insertRun(tx, targetCount);
    if (!run) throw new AppError('conflict', 'The crawler is running already.');
    await queue.send(tx, crawlJob, { runId: run.id });
    return run;
  });
}

/** Puts the run that is going into the queue again unless it is there, whatever took its job away. */
export async function requeueRun({ db, queue }: Pick<Crawler, 'db' | 'queue'>): Promise<void> {
  const run = await selectRunning(db);
  if (run && !run.discovered_at) await queue.send(db, crawlJob, { runId: run.id });
}

/** Reads the sources of a run, one after the other, until its target is queued. May begin anew after a crash. */
export async function crawlSources(crawler: Crawler, runId: string, signal: AbortSignal): Promise<void> {
  const run = await beginDiscovery(crawler.db, runId);
  if (!run) return;
  if (run.attempts > MAX_ATTEMPTS) {
    await endDiscovery(crawler.db, runId, {
      status: 'failed',
      error: run.error ?? 'The worker died over this run.',
    });
    return;
  }
  await deleteProblems(crawler.db, runId);
  await restartRunCounts(crawler.db, runId);
  const problems = createProblemLog(crawler.db, runId);
  const sources = await selectEnabledSources(crawler.db);
  let unreadable = 0;
  for (const source of sources) {
    const wanted = run.target_count - (await countDownloadsOfRun(crawler.db, runId));
    if (wanted <= 0) break;
    const read = await crawlSource(crawler, { runId, source, wanted, problems, signal });
    if (!read) unreadable += 1;
  }
  const nothingRead = sources.length > 0 && unreadable === sources.length;
  await endDiscovery(crawler.db, runId, {
    status: nothingRead ? 'failed' : 'completed',
    error: sources.length === 0 ? 'There is no enabled source.' : problems.summary(),
  });
}

interface SourceCrawl {
  runId: string;
  source: VideoSourceRow;
  wanted: number;
  problems: ProblemLog;
  signal: AbortSignal;
}

/** False if the source could not be read at all. */
async function crawlSource(crawler: Crawler, { runId, source, wanted, problems, signal }: SourceCrawl) {
  let room = Math.min(wanted, await quotaLeft(crawler, source));
  // Nothing may be taken today: then the source is not bothered either.
  if (room <= 0) return true;
  let batch: SourceItem[] = [];
  let pages = 0;
  let failures = 0;
  const flush = async () => {
    room -= (await admit(crawler, { runId, sourceId: source.id, room, items: batch })).new;
    batch = [];
  };
  try {
    const fetch = crawler.manners.fetchFor(source.id);
    const readable = { kind: source.kind, baseUrl: source.base_url };
    for await (const entry of readSource(readable, { fetch, signal })) {
      if (room <= 0) break;
      if (entry.type === 'problem') {
        failures += 1;
        await problems.add(source.id, entry.url, entry.message);
        continue;
      }
      pages += 1;
      batch.push(entry);
      // Never far more in hand than can be used: most of a new source's addresses are new.
      if (batch.length >= Math.min(BATCH, Math.max(room, 100))) await flush();
    }
    if (room > 0) await flush();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    failures += 1;
    await problems.add(source.id, source.base_url, error.message);
    if (room > 0 && batch.length > 0) await flush();
  }
  await setSourceCrawled(crawler.db, source.id, crawler.clock.now());
  return pages > 0 || failures === 0;
}

async function quotaLeft({ db, clock }: Crawler, source: VideoSourceRow): Promise<number> {
  const today = new Date(clock.now());
  today.setUTCHours(0, 0, 0, 0);
  return source.daily_quota - (await countDownloadsOfSource(db, source.id, today));
}

type ProblemLog = ReturnType<typeof createProblemLog>;

function createProblemLog(db: Db, runId: string) {
  let count = 0;
  let first: string | undefined;
  return {
    async add(sourceId: string, url: string, message: string): Promise<void> {
      count += 1;
      first ??= message;
      if (count > MAX_PROBLEMS) return;
      await insertProblem(db, {
        crawler_run_id: runId,
        source_id: sourceId,
        url: url.slice(0, 2000),
        message: withoutControls(message).slice(0, 1000),
      });
    },
    summary(): string | null {
      if (first === undefined) return null;
      return count === 1 ? first : `${count} problems; the first: ${first}`;
    },
  };
}
