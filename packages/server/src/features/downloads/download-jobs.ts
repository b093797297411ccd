import type { Db } from '../../db/pool.ts';
import type { Queue } from '../../jobs/queue.ts';
import { AppError, errorMessage } from '../../lib/app-error.ts';
import { acceptedAddress, addressHash } from '../../lib/canonical-address.ts';
import type { Log } from '../../lib/log.ts';
import { SourceError } from '../../lib/source-error.ts';
import { type SourceMetadata, withoutControls } from '../readers/index.ts';
import { discardVideo, findVideoByAddress } from '../videos/index.ts';
import {
  type DownloadJobRow,
  insertDownloads,
  type LeaseUpdate,
  leaseDownload,
  type NewDownload,
  selectOpenStretch,
  updateLeased,
} from './download-queries.ts';
import { downloadJob } from './jobs.ts';

/** Errors that may pass are tried again this often in all. */
const MAX_ATTEMPTS = 4;
const STRETCH = 1000;
/** A job that was taken up this often without ever ending kills its workers. */
const MAX_DEATHS = 25;
/** A crawler takes an address up again this long after it failed for a reason that may pass. */
const RETRY_AFTER_MS = 12 * 3600 * 1000;

/** Queues downloads and their jobs, in the caller's transaction; returns how many were new. */
export async function queueDownloads(
  tx: Db,
  queue: Queue,
  downloads: readonly NewDownload[],
): Promise<number> {
  const ids = await insertDownloads(tx, downloads);
  await queue.sendAll(
    tx,
    downloadJob,
    ids.map((downloadJobId) => ({ downloadJobId })),
  );
  return ids.length;
}

/**
 * Puts every open download into the queue again unless it is there: after a restored backup, or whatever else
 * took its job away.
 */
export async function requeueDownloads(db: Db, queue: Queue, signal: AbortSignal): Promise<void> {
  let ids = await selectOpenStretch(db, '', STRETCH);
  while (ids.length > 0 && !signal.aborted) {
    const jobs = ids.map((downloadJobId) => ({ downloadJobId }));
    await queue.sendAll(db, downloadJob, jobs);
    ids = await selectOpenStretch(db, ids.at(-1) ?? '', STRETCH);
  }
}

/** Queues one address by hand. Throws conflict if it is in the library or in the queue already. */
export async function addDownload(db: Db, queue: Queue, url: string): Promise<void> {
  const sourceUrl = acceptedAddress(url);
  const sourceUrlHash = addressHash(sourceUrl);
  if (await findVideoByAddress(db, sourceUrlHash)) {
    throw new AppError('conflict', 'This video already exists in the library');
  }
  const download = { sourceUrl, sourceUrlHash, sourceId: null, crawlerRunId: null, metadata: null };
  const added = await db.transaction().execute((tx) => queueDownloads(tx, queue, [download]));
  if (added === 0) throw new AppError('conflict', 'This address is in the queue already.');
}

/** A job in the hands of one worker. */
export interface LeasedDownload {
  job: DownloadJobRow;
  metadata: SourceMetadata;
  /** False once the job has passed into other hands. */
  update(db: Db, fields: LeaseUpdate): Promise<boolean>;
}

/** Takes a job up; undefined where there is nothing left to do. */
export async function takeDownload(db: Db, id: string): Promise<LeasedDownload | undefined> {
  const job = await leaseDownload(db, id);
  if (!job) return undefined;
  const leased: LeasedDownload = {
    job,
    metadata: (job.metadata ?? {}) as SourceMetadata,
    update: (to, fields) => updateLeased(to, { id: job.id, leases: job.leases }, fields),
  };
  if (job.leases - job.attempts - job.returns <= MAX_DEATHS) return leased;
  await failDownload(db, leased, `The worker died ${MAX_DEATHS} times over this video.`);
  return undefined;
}

/** Ends a job well, in the caller's transaction; the database counts it for its run and its source. */
export function completeDownload(tx: Db, { update }: LeasedDownload, videoId: string): Promise<boolean> {
  const fields = {
    status: 'completed',
    progress: 100,
    error: null,
    video_id: videoId,
    completed_at: new Date(),
  };
  return update(tx, fields);
}

/**
 * Decides what becomes of a job that met an error: tried again (then the error is thrown on, for the queue to
 * repeat it after a while) or failed with a sentence. False if the job is in other hands by now.
 */
export async function endWithError(
  db: Db,
  leased: LeasedDownload,
  error: unknown,
  log: Log,
): Promise<boolean> {
  const attempts = leased.job.attempts + 1;
  const permanent = error instanceof AppError || (error instanceof SourceError && error.kind === 'permanent');
  const known = error instanceof AppError || error instanceof SourceError;
  const sentence = withoutControls(known ? error.message : `Unexpected: ${errorMessage(error)}`);
  const { source_url: sourceUrl } = leased.job;
  if (known) log.info({ sourceUrl, attempts, reason: sentence }, 'A download met an error.');
  else log.error({ err: error, sourceUrl, attempts }, 'A download met an unexpected error.');
  if (permanent || attempts >= MAX_ATTEMPTS) {
    const retryAt = permanent ? null : new Date(Date.now() + RETRY_AFTER_MS);
    return failDownload(db, leased, sentence, { attempts, retry_at: retryAt });
  }
  await leased.update(db, { status: 'pending', error: sentence, attempts });
  throw error;
}

/** Gives a job back in good order: the worker stops, and another will go on with it. */
export async function giveBack(db: Db, { job, update }: LeasedDownload): Promise<void> {
  await update(db, { status: 'pending', returns: job.returns + 1 });
}

async function failDownload(
  db: Db,
  { job, update }: LeasedDownload,
  error: string,
  fields: LeaseUpdate = {},
) {
  return db.transaction().execute(async (tx) => {
    if (!(await update(tx, { ...fields, status: 'failed', error, completed_at: new Date() }))) return false;
    const video = await findVideoByAddress(tx, job.source_url_hash);
    if (video) await discardVideo(tx, video.id);
    return true;
  });
}
