import type { DownloadStep } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { fromNow } from '../../kernel/jobs/leased-queries.ts';
import { claimNext } from '../../kernel/jobs/leased-queue.ts';
import {
  finalSentence,
  judge,
  MAX_ATTEMPTS,
  type PauseTuning,
  pauseMs,
} from '../../kernel/jobs/retry-rules.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { noteJobError } from '../../kernel/lib/tracing.ts';
import { discardVideos, findVideoByAddress } from '../../library/videos/index.ts';
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

/** A crawler takes an address up again this long after it failed for a reason that may pass. */
const RETRY_AFTER_MS = 12 * 3600 * 1000;
/** A page without a video is asked for again after this, each time; then only if its source says that it has changed. */
const HOUR_MS = 3600 * 1000;
const COMES_BACK_MS = [HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS];
/** A crawler run does not wait longer than this for a source that wants a pause. */
const LONGEST_PAUSE_IN_RUN_MS = 45 * 60_000;
/** Nor for a job that is put off again and again without the source being asked. */
const LONGEST_WAIT_IN_RUN_MS = 12 * 3600 * 1000;
/** A job waits no longer than this for a source that cannot be asked. */
const LONGEST_WAIT_MS = 30 * 24 * 3600 * 1000;

/** A job in the hands of one worker. */
export interface LeasedDownload {
  job: DownloadJobRow;
  metadata: SourceMetadata;
  /** False once the job has passed into other hands. */
  update(db: Db, fields: LeaseUpdate): Promise<boolean>;
  /** What is being done from now on. This and the next two are written down with the next renewal of the lease. */
  enter(step: DownloadStep): void;
  /** How the transfer stands. */
  reportTransfer(progress: DownloadProgress): void;
  /** How much of the step is done, from 0 to 1. */
  reportShare(share: number): void;
  /** Holds the job for longer; false once it has passed into other hands. */
  renew(db: Db, leaseMs: number): Promise<boolean>;
}

/**
 * Takes up the job whose turn it is after a lane. Those that have killed their workers too often are failed on
 * the way.
 */
export async function takeDownload(
  db: Db,
  afterLane: string,
  leaseMs: number,
): Promise<LeasedDownload | undefined> {
  const job = await claimNext({
    claim: () => claimDownload(db, afterLane, leaseMs),
    // What its earlier leases came to without an error or a return.
    deathsOf: ({ leases, attempts, returns }) => leases - 1 - attempts - returns,
    fail: (dead, { error, errorClass }) =>
      failDownload(db, leasedDownload(dead), { error, error_class: errorClass }),
  });
  return job && leasedDownload(job);
}

/** A claimed job as its holder has it. */
export function leasedDownload(job: DownloadJobRow): LeasedDownload {
  const lease = { id: job.id, leases: job.leases };
  let step: DownloadStep = 'describing';
  let state: DownloadState = { step, progress: 0 };
  const entered: { step: DownloadStep; at: number }[] = [{ step, at: performance.now() }];
  let noted = 0;
  let furthest = 0;
  let hasMoved = false;
  const enteredSince = (n: number) => {
    // One moment for all: steps that came close upon each other would else change places.
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
    // All steps, as what a renewal is just writing may not be there yet.
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

/** Ends a job well, in the caller's transaction; the database counts it for its run and its source. */
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
  // The database has counted the video for its source by now, so that the source's row is this transaction's.
  await notePage(tx, job, { result: 'read', message: null });
  return true;
}

/**
 * Decides what becomes of a job that met an error: tried again after a pause, or failed with a sentence. True if
 * it has failed now; false also if the job is in other hands. Where the source was not asked at all, because it
 * wants a pause, nothing is counted; a job of a crawler run that must wait long is put off: it waits on after the run.
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
    log.error({ err: error, sourceUrl, attempts }, 'A download met an unexpected error.');
  else log.info({ sourceUrl, attempts, errorClass, reason: sentence }, 'A download met an error.');
  const pause = pauseMs(verdict, attempts, tuning);
  // Where DNS is away or a disk is full, only these pauses count, not how long the job had lain in the queue before.
  const isOurs = errorClass === 'network' || errorClass === 'storage';
  const sinceMs = isOurs ? leased.job.returns * pause : Date.now() - leased.job.created_at.getTime();
  const waitedMs = verdict.asked ? 0 : sinceMs;
  const isLong = pause > LONGEST_PAUSE_IN_RUN_MS || waitedMs > LONGEST_WAIT_IN_RUN_MS;
  if (!permanent && attempts < MAX_ATTEMPTS && waitedMs <= LONGEST_WAIT_MS) {
    // The worker lives: where nothing was asked and counted, the lease came back in good order.
    const returns = leased.job.returns + (verdict.asked ? 0 : 1);
    const fields = { attempts, returns, error: sentence, error_class: errorClass, run_at: fromNow(pause) };
    // A disk that is full keeps the next run from downloading it, too.
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

/** When a page without a video, of a source, is asked for again: it may get one. Null for never. */
async function comesBackAt(db: Db, job: DownloadJobRow, errorClass: string): Promise<Date | null> {
  if (job.source_id === null || decisionOfFailure(errorClass) !== 'no_video') return null;
  const pause = COMES_BACK_MS[await countWithoutVideo(db, job.source_url_hash)];
  return pause === undefined ? null : new Date(Date.now() + pause);
}

/** Gives a job back in good order: the worker stops, and another will go on with it. */
export async function giveBack(db: Db, { job, update }: LeasedDownload): Promise<void> {
  await update(db, { status: 'pending', returns: job.returns + 1 });
}

/** Whether somebody will go on with a job: then what has come of it is kept. */
export async function isOpenDownload(db: Db, { job }: LeasedDownload): Promise<boolean> {
  return (await selectOpenIds(db, [job.id])).has(job.id);
}

async function failDownload(db: Db, { job, update }: LeasedDownload, fields: LeaseUpdate): Promise<boolean> {
  const errorClass = fields.error_class ?? 'unexpected';
  const hasFailed = await db.transaction().execute(async (tx) => {
    // Of an address whose video is public there is nothing to decide, and nothing to try again.
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
  // Afterwards: sources are locked before lanes and totals, which the end of the download has locked.
  if (hasFailed && errorClass !== 'removed')
    await notePage(db, job, readingOf(errorClass, fields.error ?? null));
  return hasFailed;
}

/** A page that turned out to be a duplicate could be read. */
function readingOf(errorClass: string, message: string | null): Reading {
  return errorClass === 'duplicate' ? { result: 'read', message: null } : { result: 'not_read', message };
}

async function notePage(db: Db, job: DownloadJobRow, reading: Reading): Promise<void> {
  if (job.source_id === null) return;
  await recordPageReading(db, { id: job.source_id, baseUrl: job.source_url }, reading, new Date());
}
