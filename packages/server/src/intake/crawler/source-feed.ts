import { setTimeout as sleep } from 'node:timers/promises';
import { SourceError } from '../../kernel/lib/source-error.ts';
import { countDownloadsOfRun, selectDueDownloads } from '../downloads/index.ts';
import type { SourceItem } from '../readers/index.ts';
import { type Reading, recordReading, type VideoSourceRow } from '../sources/index.ts';
import { admit, type FreshItem } from './admit.ts';
import type { Crawler } from './crawler-deps.ts';
import { createFileReading } from './file-reading.ts';
import type { Problem, ProblemLog } from './problems.ts';
import { createReadingNotes } from './reading.ts';
import { type Bound, roomOf } from './room.ts';

export interface FeedOptions {
  runId: string;
  source: VideoSourceRow;
  /** Midnight: since when the daily quota counts. */
  since: Date;
  /** How many of its addresses the run may try. */
  tries: number;
  /** The run takes nothing further up after this. */
  deadline: Date;
  problems: ProblemLog;
  signal: AbortSignal;
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Takes what one source offers into a run, as long as it is wanted. */
export interface SourceFeed {
  name: string;
  /**
   * Brings so many further videos of the source: queues addresses, waits for their downloads, and queues others for
   * those that bring nothing. True if all were brought and the source may have more.
   */
  bring(share: number): Promise<boolean>;
  /** Ends the reading; what was not tried waits for the next run. */
  close(): Promise<SourceOutcome>;
}

export interface SourceOutcome {
  name: string;
  /** Whether the source was asked for anything. */
  isAsked: boolean;
  /** Null if there is nothing to say: a single page is read with its video. */
  reading: Reading | null;
}

/** How soon a source notices that one of its downloads has ended. */
const LOOK_MS = 250;

export function createSourceFeed(crawler: Crawler, options: FeedOptions): SourceFeed {
  const { db, clock } = crawler;
  const { runId, source, problems, signal, deadline, tries, since } = options;
  const notes = createReadingNotes(source.kind);
  /** What may be queued: first what was tried before. */
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

  function noteProblem(problem: Problem): void {
    notes.problem(problem.message);
    problems.add(source.id, problem);
  }
  const waiting = () => returning.length + unseen.length;

  /** Queues up to `room` addresses, or reads on. False at the end of the source. */
  async function advance(room: number): Promise<boolean> {
    if (!isBegun) {
      isBegun = true;
      returning.push(...(await dueItems(crawler, source.id, tries)));
    }
    if (waiting() === 0) {
      isAsked = true;
      return files.readNext(() => waiting() >= tries);
    }
    const items = returning.splice(0, room);
    items.push(...unseen.splice(0, room - items.length));
    await admit(crawler, { sourceId: source.id, runId, room, items, changedSince: source.created_at });
    return true;
  }

  async function bringUpTo(share: number): Promise<boolean> {
    const limits = { runId, sourceId: source.id, share, dailyQuota: source.daily_quota, since, tries };
    for (;;) {
      signal.throwIfAborted();
      const { room, bound, open } = await roomOf(db, limits);
      endedBy = bound;
      if (clock.now() > deadline) endedBy = 'time';
      else if (room > 0) {
        if (await advance(room)) continue;
        endedBy = undefined;
        return false;
      } else if (open > 0) {
        await sleep(LOOK_MS, undefined, { signal });
        continue;
      }
      return endedBy === 'share';
    }
  }

  return {
    name: source.name,
    async bring(share) {
      const { brought } = await countDownloadsOfRun(db, runId, source.id);
      try {
        return await bringUpTo(brought + share);
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        noteProblem({ url: source.base_url, message: error.message });
        return false;
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

/** Addresses that failed for a reason that may pass, or had no video yet: asked for again without their list. */
async function dueItems({ db, clock }: Crawler, sourceId: string, limit: number): Promise<SourceItem[]> {
  const due = await selectDueDownloads(db, { sourceId, now: clock.now(), limit });
  return due.map(({ sourceUrl, externalId, metadata }) => ({
    type: 'item',
    loc: sourceUrl,
    metadata,
    ...(externalId && { externalId }),
  }));
}

/** Why a source was left before its end, unless that is what was wanted. */
function reasonOf(endedBy: Bound | 'time', tries: number): string | undefined {
  if (endedBy === 'tries') {
    const most = tries.toLocaleString('en');
    return `The run tried ${most} addresses of this source, as many as CRAWL_TRIES allows. The next run continues.`;
  }
  return endedBy === 'time' ? 'The run took too long. The next run continues.' : undefined;
}
