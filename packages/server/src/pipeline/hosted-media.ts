import path from 'node:path';
import { downloadFile } from '../features/downloads/index.ts';
import { DuplicateError, findByContent } from '../features/duplicates/index.ts';
import {
  FILE_NAMES,
  filmName,
  makeFilm,
  makePlaceholder,
  makeThumbnail,
  probeVideo,
} from '../features/media/index.ts';
import type { VideoMedia } from '../features/videos/index.ts';
import type { Work } from './work.ts';

interface FetchedFile {
  localPath: string;
  sha256: Buffer;
}

/** A film of our own: fetched -> compared -> probed -> pictured -> stored. */
export async function bringHosted(work: Work): Promise<VideoMedia> {
  const fetched = await fetchFile(work);
  const finding = await findByContent(work.pipeline.db, work.video.newcomer, fetched.sha256);
  if (finding) throw new DuplicateError(finding);
  return prepareFile(work, fetched);
}

async function fetchFile(work: Work): Promise<FetchedFile> {
  if (work.video.broughtBy === 'ytdlp') return fetchByYtdlp(work);
  const { pipeline, leased, video, workFolder, signal } = work;
  const { manners, maxVideoBytes, rateLimit } = pipeline;
  const localPath = path.join(workFolder, 'video');
  const { sha256 } = await downloadFile({
    url: video.mediaUrl,
    partPath: localPath,
    fetch: manners.fetchFor(leased.job.source_id),
    signal,
    maxBytes: maxVideoBytes,
    rateLimit,
    onProgress: leased.report,
  });
  return { localPath, sha256 };
}

async function fetchByYtdlp({ pipeline, leased, video, workFolder, signal }: Work): Promise<FetchedFile> {
  const { ytdlp, maxVideoBytes, maxBytesPerSecond } = pipeline;
  const { path: localPath, sha256 } = await ytdlp.download(video.mediaUrl, {
    folder: workFolder,
    maxBytes: maxVideoBytes,
    ...(maxBytesPerSecond > 0 ? { maxBytesPerSecond } : {}),
    signal,
    onProgress: leased.report,
  });
  return { localPath, sha256 };
}

async function prepareFile(work: Work, fetched: FetchedFile): Promise<VideoMedia> {
  const { pipeline, leased, workFolder, signal } = work;
  const { db } = pipeline;
  const { localPath, probed } = await makeFilm(
    fetched.localPath,
    await probeVideo(fetched.localPath, { signal }),
    { folder: path.join(workFolder, 'film'), threads: 1, signal },
  );
  await leased.update(db, { progress: 93 });
  const picture = path.join(workFolder, 'thumbnail.webp');
  await makeThumbnail(localPath, picture, { durationSeconds: probed.durationSeconds, signal });
  const placeholder = await makePlaceholder(picture);
  await leased.update(db, { progress: 97 });
  const version = fetched.sha256.toString('hex').slice(0, 12);
  signal.throwIfAborted();
  const thumbnail = await work.store(picture, `thumbnail-${version}.webp`, {
    purpose: 'thumbnail',
    name: FILE_NAMES.thumbnail(640, 'webp'),
  });
  const videoName = `video-${version}.mp4`;
  const video = await work.store(localPath, videoName, {
    purpose: 'play',
    name: filmName(videoName),
  });
  return {
    kind: 'hosted',
    videoUrl: video.key,
    embedUrl: '',
    thumbnailKey: thumbnail.key,
    placeholder,
    durationSeconds: Math.max(1, Math.round(probed.durationSeconds)),
    width: probed.width,
    height: probed.height,
    contentSha256: fetched.sha256,
    files: [video, thumbnail],
  };
}
