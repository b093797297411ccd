import type { DownloadStep } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { fromNow } from '@vesper/core/jobs/leased-queries.ts';
import { claimNext } from '@vesper/core/jobs/leased-queue.ts';
import {
  finalSentence,
  judge,
  MAX_ATTEMPTS,
  type PauseTuning,
  pauseMs,
} from '@vesper/core/jobs/retry-rules.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { noteJobError } from '@vesper/core/lib/tracing.ts';
import { discardVideos, findVideoByAddress } from '@vesper/library/videos';
import { decisionOfFailure, recordOutcome } from '../ledger/index.ts';
import type { SourceMetadata } from '../readers/index.ts';
import { type Reading, recordPageReading } from '../sources/index.ts';
import { countWithoutVideo, type DownloadJobRow, selectOpenIds } from './download-queries.ts';
import {
  claimDownload,
  type DownloadState,
  type LeaseUpdate,
  renewLease,
  updateLeased,
} from './lease-queries.ts';
import { percentOf } from './step-shares.ts';
import type { DownloadProgress } from './transfer/download-file.ts';

/** Until a crawler may retry a temporary failure. */
const RETRY_AFTER_MS = 12 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;
/** Pauses between attempts at a page without a video; then only a change reported by its source counts. */
const COMES_BACK_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS];
/** The longest a crawler run waits for a paused source. */
const LONGEST_PAUSE_IN_RUN_MS = 45 * 60_000;
/** The longest it waits for a job put off again and again. */
const LONGEST_WAIT_IN_RUN_MS = 12 * 3600 * 1000;
/** The longest a job waits for an unavailable source. */
const LONGEST_WAIT_MS = 30 * 24 * 3600 * 1000;

export interface LeasedDownload {
  job: DownloadJobRow;
  metadata: SourceMetadata;
  /** False once the lease is lost. */
  update(db: Db, fields: LeaseUpdate): Promise<boolean>;
  /** This and the next two are saved with the next lease renewal. */
  enter(step: DownloadStep): void;
  reportTransfer(progress: DownloadProgress): void;
  /** From 0 to 1. */
  reportShare(share: number): void;
  /** False once the lease is lost. */
  renew(db: Db, leaseMs: number): Promise<boolean>;
}

/** Claims the next job after a lane; fails jobs that have killed their workers too often. */
export async function takeDownload(
  db: Db,
  afterLane: string,
  leaseMs: number,
): Promise<LeasedDownload | undefined> {
  const job = await claimNext({
    claim: () => claimDownload(db, afterLane, leaseMs),
    // Leases that ended without an error or a return.
    deathsOf: ({ leases, attempts, returns }) => leases - 1 - attempts - returns,
    fail: (dead, { error, errorClass }) =>
      failDownload(db, leasedDownload(dead), { error, error_class: errorClass }),
  });
  return job && leasedDownload(job);
}

export function leasedDownload(job: DownloadJobRow): LeasedDownload {
  const lease = { id: job.id, leases: job.leases };
  let step: DownloadStep = 'describing';
  let state: DownloadState = { step, progress: 0 };
  const entered: { step: DownloadStep; at: number }[] = [{ step, at: performance.now() }];
  let noted = 0;
  let furthest = 0;
  let hasMoved = false;
  const enteredSince = (n: number) => {
    // One timestamp for all: steps in quick succession would swap places.
    const now = performance.now();
    return entered.slice(n).map(({ step, at }) => ({ step, agoMs: now - at }));
  };
  const reportShare = (share: number) => {
    hasMoved ||= share > furthest;
    furthest = Math.max(furthest, share);
    state = { ...state, step, progress: percentOf(step, share) };
  };
  return {
    job,
    metadata: (job.metadata ?? {}) as SourceMetadata,
    // All steps: a renewal in progress may not be saved yet.
    update: (db, fields) => updateLeased(db, lease, { step, ...fields }, enteredSince(0)),
    enter: (next) => {
      step = next;
      furthest = 0;
      hasMoved = true;
      entered.push({ step, at: performance.now() });
      reportShare(0);
    },
    reportTransfer: (progress) => {
      const { receivedBytes, totalBytes, bytesPerSecond } = progress;
      reportShare(totalBytes ? receivedBytes / totalBytes : 0);
      hasMoved ||= receivedBytes !== state.receivedBytes;
      const rate = bytesPerSecond === undefined ? null : Math.round(bytesPerSecond);
      state = { ...state, receivedBytes, totalBytes: totalBytes ?? null, bytesPerSecond: rate };
    },
    reportShare,
    async renew(db, leaseMs) {
      const upTo = entered.length;
      const renewed = { ...state, hasMoved };
      hasMoved = false;
      const isHeld = await renewLease(db, lease, leaseMs, renewed, enteredSince(noted));
      if (isHeld) noted = upTo;
      return isHeld;
    },
  };
}

/** Completes a job in the caller's transaction; the database counts it for its run and source. */
export async function completeDownload(
  tx: Db,
  { job, update }: LeasedDownload,
  videoId: string,
): Promise<boolean> {
  const completed = await update(tx, {
    status: 'completed',
    progress: 100,
    step: null,
    error: null,
    error_class: null,
    video_id: videoId,
    completed_at: new Date(),
  });
  if (!completed) return false;
  const outcome = { hash: job.source_url_hash, decision: 'new', videoId, retryAt: null } as const;
  await recordOutcome(tx, outcome, new Date());
  // The database has counted the video, so this transaction has locked the source's row.
  await notePage(tx, job, { result: 'read', message: null });
  return true;
}

/**
 * Retries a job after a pause, or fails it with a sentence. True if it has failed now; false also if the lease is
 * lost. A pause requested by the source is not an attempt; a job of a run that must wait long is put off.
 */
export async function endWithError(
  db: Db,
  leased: LeasedDownload,
  error: unknown,
  { log, tuning }: { log: Log; tuning?: PauseTuning },
): Promise<boolean> {
  const verdict = judge(error);
  const attempts = leased.job.attempts + (verdict.asked ? 1 : 0);
  const { source_url: sourceUrl } = leased.job;
  const { errorClass, permanent, sentence } = verdict;
  noteJobError(errorClass);
  if (verdict.unexpected)
    log.error({ err: error, sourceUrl, attempts }, 'A download attempt failed with an unexpected error.');
  else log.info({ sourceUrl, attempts, errorClass, reason: sentence }, 'A download attempt failed.');
  const pause = pauseMs(verdict, attempts, tuning);
  // For DNS outages and a full disk only these pauses count, not the time in the queue.
  const isOurs = errorClass === 'network' || errorClass === 'storage';
  const sinceMs = isOurs ? leased.job.returns * pause : Date.now() - leased.job.created_at.getTime();
  const waitedMs = verdict.asked ? 0 : sinceMs;
  const isLong = pause > LONGEST_PAUSE_IN_RUN_MS || waitedMs > LONGEST_WAIT_IN_RUN_MS;
  if (!permanent && attempts < MAX_ATTEMPTS && waitedMs <= LONGEST_WAIT_MS) {
    // The worker is alive: without an attempt, the lease was returned properly.
    const returns = leased.job.returns + (verdict.asked ? 0 : 1);
    const fields = { attempts, returns, error: sentence, error_class: errorClass, run_at: fromNow(pause) };
    // A full disk must not keep the next run from downloading it.
    await leased.update(db, { ...fields, status: 'pending', put_off: isLong && errorClass !== 'storage' });
    return false;
  }
  return failDownload(db, leased, {
    attempts,
    error: finalSentence(verdict, attempts, 'The download'),
    error_class: errorClass,
    retry_at: permanent
      ? await comesBackAt(db, leased.job, errorClass)
      : new Date(Date.now() + Math.max(pause, RETRY_AFTER_MS)),
  });
}

/** When to retry a source's page without a video; null for never. */
async function comesBackAt(db: Db, job: DownloadJobRow, errorClass: string): Promise<Date | null> {
  if (job.source_id === null || decisionOfFailure(errorClass) !== 'no_video') return null;
  const pause = COMES_BACK_MS[await countWithoutVideo(db, job.source_url_hash)];
  return pause === undefined ? null : new Date(Date.now() + pause);
}

/** Returns a job when the worker stops. */
export async function giveBack(db: Db, { job, update }: LeasedDownload): Promise<void> {
  await update(db, { status: 'pending', returns: job.returns + 1 });
}

/** Whether the job will be continued: then its files are kept. */
export async function isOpenDownload(db: Db, { job }: LeasedDownload): Promise<boolean> {
  return (await selectOpenIds(db, [job.id])).has(job.id);
}

async function failDownload(db: Db, { job, update }: LeasedDownload, fields: LeaseUpdate): Promise<boolean> {
  const errorClass = fields.error_class ?? 'unexpected';
  const hasFailed = await db.transaction().execute(async (tx) => {
    // The address has a public video: nothing to decide or retry.
    const own = job.video_id === null ? undefined : await findVideoByAddress(tx, job.source_url_hash);
    const isHere = own?.status === 'published';
    const failed = {
      ...fields,
      status: 'failed',
      completed_at: new Date(),
      ...(isHere && { retry_at: null }),
    };
    if (!(await update(tx, failed))) return false;
    if (isHere) return true;
    await discardVideos(tx, [job.source_url_hash]);
    await recordOutcome(
      tx,
      {
        hash: job.source_url_hash,
        decision: decisionOfFailure(errorClass),
        errorClass,
        detail: fields.error ?? null,
        retryAt: fields.retry_at ?? null,
      },
      new Date(),
    );
    return true;
  });
  // Lock order: sources before lanes and totals, which the end of the download has locked.
  if (hasFailed && errorClass !== 'removed')
    await notePage(db, job, readingOf(errorClass, fields.error ?? null));
  return hasFailed;
}

/** A duplicate's page could be read. */
function readingOf(errorClass: string, message: string | null): Reading {
  return errorClass === 'duplicate' ? { result: 'read', message: null } : { result: 'not_read', message };
}

async function notePage(db: Db, job: DownloadJobRow, reading: Reading): Promise<void> {
  if (job.source_id === null) return;
  await recordPageReading(db, { id: job.source_id, baseUrl: job.source_url }, reading, new Date());
}
