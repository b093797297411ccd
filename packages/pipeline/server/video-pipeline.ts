import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
  DuplicateError,
  findBeforeFetching,
  findBeforePublishing,
  recordFinding,
  rememberFilm,
} from '@vesper/catalogue/duplicates';
import { holdFilm } from '@vesper/catalogue/move-ins';
import type { Db } from '@vesper/core/db/pool.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { BlockedError, blockAlso, requireNotBlocked } from '@vesper/intake/block-list';
import {
  completeDownload,
  endWithError,
  giveBack,
  isOpenDownload,
  type LeasedDownload,
} from '@vesper/intake/downloads';
import { type LyingFile, removeAnnounced, storing } from '@vesper/library/media';
import { keepOldAddresses } from '@vesper/library/old-addresses';
import { decideTopics } from '@vesper/library/topics';
import {
  beginReplacing,
  claimVideo,
  findVideoByAddress,
  holdRefused,
  publishVideo,
  relatedJob,
} from '@vesper/library/videos';
import { giveTargets } from '@vesper/notices/cases';
import { deleteClearedAt, deleteClearedTwin } from '@vesper/upkeep/clearing';
import { PRIORITY, queueMediaJobs, recordPictureProblems } from '@vesper/upkeep/media-jobs';
import { removeUploadedFile } from '@vesper/uploads/uploads';
import { describeVideo } from './described-video.ts';
import { bringHosted } from './hosted-media.ts';
import { refuseDuplicate } from './known-film.ts';
import { bringLinked } from './linked-media.ts';
import { finishUploaded, holdUploaded } from './uploaded-film.ts';
import { type BroughtMedia, type DescribedVideo, knownOf, type Pipeline, type Work } from './work.ts';

/**
 * Takes a video from its address to publication: described -> compared -> claimed, then `bringHosted` or
 * `bringLinked`, then compared again and published. Safe to interrupt and restart: an address has one video, files are
 * named by their content, and publishing is one transaction. A video whose film is replaced stays public until then.
 */
export async function ingestVideo(pipeline: Pipeline, leased: LeasedDownload, context: JobContext) {
  const { signal, log } = context;
  const workFolder = path.join(pipeline.workDirectory, leased.job.id);
  const stored: LyingFile[] = [];
  let video: DescribedVideo | undefined;
  try {
    video = await describeVideo(pipeline, leased, signal);
    const replacedId = await replacedBy(pipeline.db, leased);
    const videoId = await claim(pipeline, leased, video, replacedId);
    await mkdir(workFolder, { recursive: true });
    const store = storing(pipeline, videoId, { signal, stored });
    const isReplacing = videoId === replacedId;
    const work: Work = { ...context, pipeline, leased, video, videoId, isReplacing, workFolder, store };
    const media = await (video.delivery === 'hosted' ? bringHosted(work) : bringLinked(work));
    await publish(work, media);
    log.info({ videoId, sourceUrl: leased.job.source_url }, 'A video was published.');
  } catch (error) {
    // The worker stops, or has lost the lease.
    if (signal.aborted) await giveBack(pipeline.db, leased);
    else if (await endBadly({ pipeline, leased, video }, pipeline.disks.blame(error), log))
      await removeAnnounced(pipeline, stored);
  }
  // An open job keeps its files for its next worker.
  if (await isOpenDownload(pipeline.db, leased)) return;
  await rm(workFolder, { recursive: true, force: true });
  if (video?.uploaded) await removeUploadedFile(pipeline.uploadsDirectory, video.uploaded.id);
}

interface Attempt {
  pipeline: Pipeline;
  leased: LeasedDownload;
  video: DescribedVideo | undefined;
}

/** True if the job has failed for good, and this worker ended it. */
async function endBadly({ pipeline, leased, video }: Attempt, error: unknown, log: Log): Promise<boolean> {
  const { db, pauseTuning: tuning } = pipeline;
  if (error instanceof DuplicateError && video) await leaveOut(pipeline, leased, video, error);
  // A public video stays even if its page now has a blocked film.
  if (error instanceof BlockedError && !(await replacedBy(db, leased)))
    await blockAlso(db, leased.job.source_url_hash, error.block);
  return endWithError(db, leased, error, { log, ...(tuning ? { tuning } : {}) });
}

/** In one transaction with the job: a cancelled job leaves no video behind. */
async function claim(
  { db }: Pipeline,
  leased: LeasedDownload,
  video: DescribedVideo,
  replacedId: string | undefined,
): Promise<string> {
  await requireNotBlocked(db, knownOf(video));
  const finding = await findBeforeFetching(db, { ...video.newcomer, isReplacing: replacedId !== undefined });
  if (finding?.isSure) await refuseDuplicate(db, video, finding);
  return db.transaction().execute(async (tx) => {
    const draft = { ...video.draft, ...(await decideTopics(tx, video.draft)) };
    const targets = await deleteClearedAt(tx, draft.sourceUrlHash);
    const claimed = await claimVideo(tx, draft);
    await giveTargets(tx, targets, claimed.id);
    if (claimed.status !== 'processing' && claimed.id !== replacedId) {
      const reason = 'Another download has just added this address.';
      throw new DuplicateError({ test: 'address', existing: claimed, reason, isSure: true });
    }
    const metadata = JSON.stringify({ ...leased.metadata, takenFrom: video.takenFrom });
    if (!(await leased.update(tx, { video_id: claimed.id, metadata })))
      throw new AppError('conflict', 'Another worker has taken over this job.');
    return claimed.id;
  });
}

/** The public video whose film this download replaces. */
async function replacedBy(db: Db, { job }: LeasedDownload): Promise<string | undefined> {
  if (job.video_id === null) return undefined;
  const own = await findVideoByAddress(db, job.source_url_hash);
  return own?.status === 'published' && own.id === job.video_id ? own.id : undefined;
}

async function publish(work: Work, media: BroughtMedia): Promise<void> {
  const { pipeline, leased, video, videoId, isReplacing } = work;
  const { db, queue } = pipeline;
  leased.enter('publishing');
  const newcomer = { ...video.newcomer, durationSeconds: media.durationSeconds };
  const refusals = await pipeline.refusals.get();
  await db.transaction().execute(async (tx) => {
    const finding = await findBeforePublishing(tx, newcomer, media.contentSha256);
    // A notice may have been approved meanwhile. Checked before duplicates, which include videos it took down.
    await requireNotBlocked(tx, { ...knownOf(video), contentSha256: media.contentSha256 });
    if (finding?.isSure) throw new DuplicateError(finding);
    // Lock order: film before download, as in undoing a move-in.
    if (video.moved && !(await holdFilm(tx, video.moved)))
      throw new AppError('gone', 'Its import was undone while the film was being copied.');
    const uploaded = video.uploaded && (await holdUploaded(tx, video.uploaded));
    if (!(await completeDownload(tx, leased, videoId)))
      throw new AppError('conflict', 'Another worker has taken over this job.');
    const { externalId, canonicalHash } = newcomer;
    if (externalId !== null) await giveTargets(tx, await deleteClearedTwin(tx, videoId, externalId), videoId);
    if (isReplacing) await beginReplacing(tx, videoId);
    const { publishedAt = null, views = 0 } = video.moved?.said ?? {};
    const publishing = { externalId, canonicalHash, publishedAt, views };
    const finished = uploaded && (await finishUploaded(tx, uploaded, videoId));
    if (!(await publishVideo(tx, videoId, media, { ...publishing, ...finished })))
      throw new AppError('gone', 'The video was withdrawn while its file was being downloaded.');
    await holdRefused(tx, refusals, [videoId]);
    await leadTo(tx, video, videoId);
    if (media.knownFilm) await rememberFilm(tx, videoId, media.knownFilm);
    if (finding) await recordFinding(tx, broughtBy(leased, video), { finding, videoId });
    await queue.send(tx, relatedJob, { videoId });
    if (media.problems?.length) await recordPictureProblems(tx, videoId, media.problems);
    if (media.kind === 'hosted' && video.renditions)
      await queueMediaJobs(tx, { step: 'renditions', videoIds: [videoId], priority: PRIORITY.newVideo });
  });
}

/** Records the decision and the existing video before the job ends. */
async function leaveOut(
  { db }: Pipeline,
  leased: LeasedDownload,
  video: DescribedVideo,
  { finding }: DuplicateError,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await leased.update(tx, { video_id: finding.existing.id }))) return;
    await recordFinding(tx, broughtBy(leased, video), { finding, videoId: null });
    await leadTo(tx, video, finding.existing.id);
  });
}

/** A moved film's old addresses lead to its video, or to its duplicate. */
async function leadTo(tx: Db, { moved }: DescribedVideo, videoId: string): Promise<void> {
  if (moved) await keepOldAddresses(tx, { videoId, moveInId: moved.moveInId }, moved.said.oldAddresses);
}

function broughtBy({ job }: LeasedDownload, { draft }: DescribedVideo) {
  return {
    jobId: job.id,
    sourceUrl: job.source_url,
    addressHash: job.source_url_hash,
    title: draft.title,
  };
}
