import type { Manners } from '../../intake/manners/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import type { JobContext } from '../../kernel/jobs/runner.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { hideVideo, showHidden } from '../../library/videos/index.ts';
import { checkVideo } from './check-video.ts';
import {
  type CheckResult,
  claimDueVideos,
  type DueVideo,
  lockVideo,
  postponeCheck,
  returnDueVideos,
  updateHealth,
} from './queries.ts';
import { afterCheck, type Verdict } from './schedule.ts';

export interface RecheckDeps {
  db: Db;
  clock: Clock;
  manners: Manners;
}

/** A batch: this many of each source, and in all. Sources are visited in parallel, each one's videos in turn. */
const PER_SOURCE = 5;
const BATCH = 100;
const SOURCES_AT_ONCE = 8;
/** Longer than a batch can take: five videos of a source, two requests each, each at most two minutes. */
const LEASE_MS = 30 * 60_000;
/** Then the job ends; the next one continues. */
const BUDGET_MS = 8 * 60_000;

/**
 * Checks the videos that are due, until none is or time is up. Safe to kill: leased videos are due again when the lease
 * lapses. Several workers may run it at once.
 */
export async function recheckVideos(rechecks: RecheckDeps, context: JobContext): Promise<void> {
  const endsAt = performance.now() + BUDGET_MS;
  while (performance.now() < endsAt) {
    context.signal.throwIfAborted();
    const now = rechecks.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const due = await claimDueVideos(rechecks.db, { now, leaseUntil, perSource: PER_SOURCE, limit: BATCH });
    if (due.length === 0) return;
    await checkBatch(rechecks, due, context);
  }
}

async function checkBatch(
  rechecks: RecheckDeps,
  due: readonly DueVideo[],
  context: JobContext,
): Promise<void> {
  const waiting = new Set(due);
  const lanes = Map.groupBy(due, ({ lane }) => lane).values();
  const visit = async () => {
    for (const videos of lanes) {
      for (const video of videos) {
        context.signal.throwIfAborted();
        await checkOne(rechecks, video, context);
        waiting.delete(video);
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: SOURCES_AT_ONCE }, visit));
  if (waiting.size > 0) await returnDueVideos(rechecks.db, [...waiting], rechecks.clock.now());
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function checkOne(rechecks: RecheckDeps, video: DueVideo, { signal, log }: JobContext): Promise<void> {
  const { db, clock, manners } = rechecks;
  const verdict = await checkVideo(video, manners.fetchFor(video.sourceId), signal);
  const now = clock.now();
  const scheduled = afterCheck(video, verdict, now);
  if (verdict.class === 'unknown') return postponeCheck(db, video, scheduled.nextCheckAt);
  const lastMessage = verdict.class === 'alive' ? null : verdict.message;
  const changed = await store(db, video, {
    ...scheduled,
    lastClass: verdict.class,
    lastMessage,
    checkedAt: now,
  });
  if (changed) log.info({ videoId: video.videoId, ...verdictFields(verdict) }, changed);
}

/** Stores a result, and hides or shows the video accordingly; returns a sentence if it did. */
async function store(db: Db, video: DueVideo, found: CheckResult): Promise<string | undefined> {
  const isGone = found.state === 'gone';
  if (isGone === (video.state === 'gone')) {
    await updateHealth(db, video, found);
    return undefined;
  }
  return db.transaction().execute(async (tx) => {
    await lockVideo(tx, video.videoId);
    // The lease first: a late result changes nothing. Then the video itself.
    if (!(await updateHealth(tx, video, found))) return undefined;
    if (isGone)
      return (await hideVideo(tx, video.videoId, 'gone')) ? 'A video is gone and was hidden.' : undefined;
    return (await showHidden(tx, video.videoId, 'gone')) ? 'A video is back and was shown.' : undefined;
  });
}

function verdictFields(verdict: Verdict): object {
  return verdict.class === 'alive' ? {} : { class: verdict.class, reason: verdict.message };
}
