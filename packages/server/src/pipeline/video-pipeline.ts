import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../db/pool.ts';
import {
  completeDownload,
  downloadFile,
  endWithError,
  giveBack,
  type LeasedDownload,
  takeDownload,
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
import { SourceError } from '../lib/source-error.ts';
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
}

/**
 * A video's way from an address to the public: described -> claimed -> fetched -> probed -> pictured -> stored ->
 * published. May be broken off at any point and begun again: the address has one video, files are named by
 * their content, and the last step is one transaction.
 */
export async function bringVideo(pipeline: Pipeline, downloadJobId: string, { signal, log }: JobContext) {
  const leased = await takeDownload(pipeline.db, downloadJobId);
  if (!leased) return;
  const workFolder = path.join(pipeline.workDirectory, leased.job.id);
  try {
    const { draft, contentUrl } = await describe(pipeline, leased, signal);
    const videoId = await claim(pipeline, leased, draft);
    await mkdir(workFolder, { recursive: true });
    const fetched = await fetchFile(pipeline, leased, { contentUrl, workFolder, signal });
    const file = await prepareFile(pipeline, leased, { videoId, workFolder, fetched, signal });
    await publish(pipeline, leased, videoId, file);
    await rm(workFolder, { recursive: true, force: true });
    log.info({ videoId, sourceUrl: leased.job.source_url }, 'A video was published.');
  } catch (error) {
    if (signal.aborted) {
      // The worker stops, or the lease has passed on: the part that has come stays for whoever goes on.
      await giveBack(pipeline.db, leased).catch(() => {});
      throw error;
    }
    const ended = await endWithError(pipeline.db, leased, error, log);
    if (ended) await rm(workFolder, { recursive: true, force: true });
  }
}

/** What the source says of the video; its page is read only where the sitemap did not say enough. */
async function describe(
  { manners }: Pipeline,
  { job, metadata }: LeasedDownload,
  signal: AbortSignal,
): Promise<{ draft: VideoDraft; contentUrl: string }> {
  const fetch = manners.fetchFor(job.source_id);
  const page = await readVideoPage(job.source_url, { metadata, fetch, signal });
  const { title, description, tags, category, contentUrl } = page;
  if (!contentUrl)
    throw new SourceError('no_video', 'The page names a player, but no file that could be downloaded.');
  const address = { sourceUrl: job.source_url, sourceUrlHash: job.source_url_hash, sourceId: job.source_id };
  return { draft: { title, description, tags, category, ...address }, contentUrl };
}

async function claim({ db }: Pipeline, leased: LeasedDownload, draft: VideoDraft): Promise<string> {
  const video = await claimVideo(db, draft);
  if (video.status === 'removed')
    throw new AppError('gone', 'This video was removed and is not taken in again.');
  if (video.status !== 'processing')
    throw new AppError('conflict', 'This video already exists in the library');
  await leased.update(db, { video_id: video.id });
  return video.id;
}

interface FetchedFile {
  localPath: string;
  sha256: Buffer;
}

/** The transfer is 90 of a job's 100 percent. */
const TRANSFER_PERCENT = 90;

async function fetchFile(
  { db, manners, maxVideoBytes }: Pipeline,
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
    onProgress: ({ receivedBytes, totalBytes }) => {
      if (!totalBytes) return;
      const progress = Math.floor((receivedBytes / totalBytes) * TRANSFER_PERCENT);
      // Progress is for looking at: a write of it that fails must not fail the transfer.
      leased.update(db, { progress: Math.min(progress, TRANSFER_PERCENT) }).catch(() => false);
    },
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
