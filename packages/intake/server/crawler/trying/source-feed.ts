import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import type { SourceItem } from '../../readers/index.ts';
import { recordReading, type VideoSourceRow } from '../../sources/index.ts';
import { admit, type Crawler, type FreshItem } from '../admit.ts';
import { dueItems } from '../due-items.ts';
import { createFileReading } from '../file-reading.ts';
import type { Problem, ProblemLog } from '../problems.ts';
import { createReadingNotes } from '../reading.ts';
import { type Bound, roomOf, type Shares } from '../shares.ts';

export interface FeedOptions {
  runId: string;
  source: VideoSourceRow;
  shares: Shares;
  since: Date;
  tries: number;
  deadline: Date;
  problems: ProblemLog;
  signal: AbortSignal;
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Polling interval for ended downloads. */
const POLL_MS = 250;

export function createSourceFeed(crawler: Crawler, options: FeedOptions) {
  const { db, clock } = crawler;
  const { runId, source, shares, problems, signal, deadline, tries, since } = options;
  const notes = createReadingNotes(source.kind);
  /** Retries come first. */
  const returning: SourceItem[] = [];
  const unseen: SourceItem[] = [];
  const files = createFileReading(crawler, {
    ...{ ...options, notes },
    onFresh: (items: readonly FreshItem[]) => {
      for (const { item, isReturning } of items) (isReturning ? returning : unseen).push(item);
    },
    onProblem: noteProblem,
  });
  let isBegun = false;
  let isAsked = false;
  let endedBy: Bound | 'time' | undefined;
  const waiting = () => returning.length + unseen.length;

  function noteProblem(problem: Problem): void {
    notes.problem(problem.message);
    problems.add(source.id, problem);
  }

  /** Queues up to `room` addresses, or reads on. False at the end of the source. */
  async function advance(room: number): Promise<boolean> {
    if (!isBegun) {
      isBegun = true;
      returning.push(...(await dueItems(crawler, { sourceId: source.id, limit: tries })));
    }
    if (waiting() === 0) {
      isAsked = true;
      return files.readNext(() => waiting() >= tries);
    }
    const items = returning.splice(0, room);
    items.push(...unseen.splice(0, room - items.length));
    await admit(crawler, { sourceId: source.id, runId, room, items, changedSince: source.created_at });
    shares.changed();
    return true;
  }

  async function bring(): Promise<void> {
    const limits = { sourceId: source.id, shares, dailyQuota: source.daily_quota, since, tries };
    for (;;) {
      signal.throwIfAborted();
      const { room, bound, open } = await roomOf(db, limits);
      endedBy = clock.now() > deadline ? 'time' : bound;
      if (endedBy === 'time') return;
      if (room > 0) {
        endedBy = undefined;
        if (!(await advance(room))) return;
      } else if (bound === 'share' ? await shares.isReached() : open === 0) return;
      else await sleep(POLL_MS, undefined, { signal });
    }
  }

  return {
    /** Also replaces addresses whose downloads fail, until the run's target is reached or nothing else may be tried. */
    async bring() {
      try {
        await bring();
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        noteProblem({ url: source.base_url, message: error.message });
      } finally {
        shares.end(source.id);
      }
    },
    async close() {
      const left = [...returning, ...unseen];
      if (left.length > 0) await admit(crawler, { sourceId: source.id, runId, room: 0, items: left });
      await files.end(left.length === 0);
      const reason = endedBy && reasonOf(endedBy, tries);
      if (reason) problems.add(source.id, { url: source.base_url, message: reason });
      await problems.save(source.id);
      const reading = isAsked ? notes.reading() : null;
      const place = { id: source.id, baseUrl: source.base_url };
      if (reading) await recordReading(db, place, reading, { at: clock.now(), isCrawl: true });
      return { name: source.name, isAsked, reading };
    },
  };
}

/** Why reading stopped early, unless the share was reached. */
function reasonOf(endedBy: Bound | 'time', tries: number): string | undefined {
  if (endedBy === 'tries') {
    const most = tries.toLocaleString('en');
    return `The run tried ${most} addresses of this source, as many as CRAWL_TRIES allows. The next run continues.`;
  }
  return endedBy === 'time' ? 'The run took too long. The next run continues.' : undefined;
}
