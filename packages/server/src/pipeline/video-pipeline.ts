import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/pool.ts';
import {
  completeDownload,
  downloadFile,
  endWithError,
  giveBack,
  isOpenDownload,
  type LeasedDownload,
  type PauseTuning,
  type RateLimit,
} from '../features/downloads/index.ts';
import type { Manners } from '../features/manners/index.ts';
import { makePlaceholder, makeThumbnail, probeVideo } from '../features/media/index.ts';
import { readVideoPage } from '../features/readers/index.ts';
import {
  claimVideo,
  publishVideo,
  relatedJob,
  type VideoDraft,
  type VideoFile,
} from '../features/videos/index.ts';
import type { Queue } from '../jobs/queue.ts';
import type { JobContext } from '../jobs/runner.ts';
import { AppError } from '../lib/app-error.ts';
import type { Clock } from '../lib/clock.ts';
import type { FsStorage } from '../storage/fs-storage.ts';

export interface Pipeline {
  db: Db;
  queue: Queue;
  manners: Manners;
  storage: FsStorage;
  clock: Clock;
  /** Where downloads gather, a folder each, until they are stored. Kept over restarts: transfers resume. */
  workDirectory: string;
  maxVideoBytes: number;
  rateLimit: RateLimit;
  pauseTuning?: PauseTuning;
}

/**
 * A video's way from an address to the public: described -> claimed -> fetched -> probed -> pictured -> stored ->
 * published. May be broken off at any point and begun again: the address has one video, files are named by
 * their content, and the last step is one transaction.
 */
export async function bringVideo(pipeline: Pipeline, leased: LeasedDownload, { signal, log }: JobContext) {
  const { db, pauseTuning: tuning } = pipeline;
  const workFolder = path.join(pipeline.workDirectory, leased.job.id);
  try {
    const { draft, contentUrl } = await describe(pipeline, leased, signal);
    const videoId = await claim(pipeline, leased, draft);
    await mkdir(workFolder, { recursive: true });
    const fetched = await fetchFile(pipeline, leased, { contentUrl, workFolder, signal });
    const file = await prepareFile(pipeline, leased, { videoId, workFolder, fetched, signal });
    await publish(pipeline, leased, videoId, file);
    log.info({ videoId, sourceUrl: leased.job.source_url }, 'A video was published.');
  } catch (error) {
    // The worker stops, or the lease has passed on.
    if (signal.aborted) await giveBack(db, leased);
    else await endWithError(db, leased, error, { log, ...(tuning ? { tuning } : {}) });
  }
  // What has come of a job that is still open stays for whoever goes on with it.
  if (!(await isOpenDownload(db, leased))) await rm(workFolder, { recursive: true, force: true });
}

/** What the source says of the video; its page is read only where the sitemap did not say enough. */
async function describe(
  { manners }: Pipeline,
  { job, metadata }: LeasedDownload,
  signal: AbortSignal,
): Promise<{ draft: VideoDraft; contentUrl: string }> {
  const fetch = manners.fetchFor(job.source_id);
  const page = await readVideoPage(job.source_url, { metadata, fetch, signal });
  const { title, description, tags, category } = page;
  const address = { sourceUrl: job.source_url, sourceUrlHash: job.source_url_hash, sourceId: job.source_id };
  return { draft: { title, description, tags, category, ...address }, contentUrl: page.contentUrl };
}

/** In one transaction with the job: one that was cancelled meanwhile leaves no video behind. */
async function claim({ db }: Pipeline, leased: LeasedDownload, draft: VideoDraft): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const video = await claimVideo(tx, draft);
    if (video.status === 'removed')
      throw new AppError('gone', 'This video was removed and is not taken in again.');
    if (video.status !== 'processing')
      throw new AppError('conflict', 'This video already exists in the library');
    if (!(await leased.update(tx, { video_id: video.id })))
      throw new AppError('conflict', 'The job has other hands now.');
    return video.id;
  });
}

interface FetchedFile {
  localPath: string;
  sha256: Buffer;
}

async function fetchFile(
  { manners, maxVideoBytes, rateLimit }: Pipeline,
  leased: LeasedDownload,
  { contentUrl, workFolder, signal }: { contentUrl: string; workFolder: string; signal: AbortSignal },
): Promise<FetchedFile> {
  const localPath = path.join(workFolder, 'video');
  const { sha256 } = await downloadFile({
    url: contentUrl,
    partPath: localPath,
    fetch: manners.fetchFor(leased.job.source_id),
    signal,
    maxBytes: maxVideoBytes,
    rateLimit,
    onProgress: leased.report,
  });
  return { localPath, sha256 };
}

async function prepareFile(
  { db, storage }: Pipeline,
  leased: LeasedDownload,
  step: { videoId: string; workFolder: string; fetched: FetchedFile; signal: AbortSignal },
): Promise<VideoFile> {
  const { videoId, workFolder, fetched, signal } = step;
  const probed = await probeVideo(fetched.localPath, signal);
  await leased.update(db, { progress: 93 });
  const picture = path.join(workFolder, 'thumbnail.webp');
  await makeThumbnail(fetched.localPath, picture, { durationSeconds: probed.durationSeconds, signal });
  const placeholder = await makePlaceholder(picture);
  await leased.update(db, { progress: 97 });
  const folder = `videos/${videoId.slice(0, 2)}/${videoId}`;
  const version = fetched.sha256.toString('hex').slice(0, 12);
  const videoKey = `${folder}/video-${version}.${probed.extension}`;
  const thumbnailKey = `${folder}/thumbnail-${version}.webp`;
  signal.throwIfAborted();
  await storage.adopt(picture, thumbnailKey);
  await storage.adopt(fetched.localPath, videoKey);
  return {
    videoKey,
    thumbnailKey,
    placeholder,
    durationSeconds: Math.max(1, Math.round(probed.durationSeconds)),
    width: probed.width,
    height: probed.height,
    contentSha256: fetched.sha256,
  };
}

async function publish(
  { db, queue, clock }: Pipeline,
  leased: LeasedDownload,
  videoId: string,
  file: VideoFile,
) {
  await db.transaction().execute(async (tx) => {
    if (!(await completeDownload(tx, leased, videoId)))
      throw new AppError('conflict', 'The job has other hands now.');
    if (!(await publishVideo(tx, videoId, file, clock.now()))) {
      throw new AppError('gone', 'The video was taken back while its file was on the way.');
    }
    await queue.send(tx, relatedJob, { videoId });
  });
}
