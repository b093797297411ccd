import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { visitLanes } from '@vesper/core/jobs/visit-lanes.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { Manners } from '@vesper/intake/manners';
import { hideVideo, showHidden } from '@vesper/library/videos';
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

export async function recheckVideos(rechecks: RecheckDeps, context: JobContext): Promise<void> {
  const { db, clock } = rechecks;
  await drainOutbox(db);
  await visitLanes(
    {
      claim: (batch) => claimDueVideos(db, batch),
      visit: (video) => checkOne(rechecks, video, context),
      giveBack: (videos) => returnDueVideos(db, videos, clock.now()),
    },
    { clock, signal: context.signal },
  );
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

/** Hides or shows the video accordingly; returns a sentence if it did. */
async function store(db: Db, video: DueVideo, found: CheckResult): Promise<string | undefined> {
  const isGone = found.state === 'gone';
  if (isGone === (video.state === 'gone')) {
    await updateHealth(db, video, found);
    return undefined;
  }
  return db.transaction().execute(async (tx) => {
    await lockVideo(tx, video.videoId);
    // The lease first: a late result changes nothing.
    if (!(await updateHealth(tx, video, found))) return undefined;
    if (isGone)
      return (await hideVideo(tx, video.videoId, 'gone')) ? 'A video is gone and was hidden.' : undefined;
    return (await showHidden(tx, video.videoId, 'gone')) ? 'A video is back and was shown.' : undefined;
  });
}

function verdictFields(verdict: Verdict): object {
  return verdict.class === 'alive' ? {} : { class: verdict.class, reason: verdict.message };
}
