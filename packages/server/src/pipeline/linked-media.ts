import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkVideoAddress } from '../features/downloads/index.ts';
import { FILE_NAMES, type MediaFile, makePlaceholder, makePoster } from '../features/media/index.ts';
import type { VideoMedia } from '../features/videos/index.ts';
import { errorMessage } from '../lib/app-error.ts';
import { readBytes, tooLargeError } from '../lib/response-body.ts';
import { requireOk } from '../lib/safe-fetch.ts';
import { SourceError } from '../lib/source-error.ts';
import { fetchPlayable } from './remote-address.ts';
import type { Work } from './work.ts';

const MOST_POSTER_BYTES = 10_000_000;

/** A film that stays where it is: checked -> pictured. Only the picture is stored here, so that pages ask nobody else. */
export async function bringLinked(work: Work): Promise<VideoMedia> {
  const { pipeline, leased, video, signal } = work;
  const isRemote = video.delivery === 'remote';
  if (isRemote) {
    const fetch = pipeline.manners.fetchFor(leased.job.source_id);
    await checkVideoAddress(video.mediaUrl, { fetch: fetchPlayable(fetch, pipeline.outboundAllow), signal });
  }
  await leased.update(pipeline.db, { progress: 50 });
  const poster = await bringPoster(work);
  await leased.update(pipeline.db, { progress: 97 });
  return {
    kind: isRemote ? 'remote' : 'embed',
    videoUrl: isRemote ? video.mediaUrl : '',
    // A player without TLS runs on this machine: once its provider is not listed any more, nobody is led there.
    embedUrl: !isRemote && video.mediaUrl.startsWith('https:') ? video.mediaUrl : '',
    ...(video.embed ? { embed: video.embed } : {}),
    thumbnailKey: poster?.file.key ?? '',
    placeholder: poster?.placeholder ?? '',
    durationSeconds: video.durationSeconds,
    width: video.width,
    height: video.height,
    contentSha256: null,
    files: poster ? [poster.file] : [],
  };
}

/** The source's picture in our own storage, or none: a missing picture is no reason to do without the video. */
async function bringPoster(work: Work): Promise<{ file: MediaFile; placeholder: string } | undefined> {
  const { video, workFolder, signal, log, leased } = work;
  if (!video.thumbnailUrl) return undefined;
  const picture = path.join(workFolder, 'thumbnail.webp');
  try {
    await makePoster(await fetchPoster(work, video.thumbnailUrl), picture);
  } catch (error) {
    signal.throwIfAborted();
    // What may pass is worth one more try of the whole, but not more.
    const mayPass = error instanceof SourceError && error.kind === 'transient';
    if (mayPass && leased.job.attempts === 0) throw error;
    log.info({ thumbnailUrl: video.thumbnailUrl, reason: errorMessage(error) }, 'A poster could not be had.');
    return undefined;
  }
  const version = createHash('sha256')
    .update(await readFile(picture))
    .digest('hex')
    .slice(0, 12);
  const placeholder = await makePlaceholder(picture);
  signal.throwIfAborted();
  const as = { purpose: 'thumbnail', name: FILE_NAMES.thumbnail(640, 'webp') } as const;
  return { file: await work.store(picture, `thumbnail-${version}.webp`, as), placeholder };
}

async function fetchPoster({ pipeline, leased, signal }: Work, url: string): Promise<Buffer> {
  const fetch = pipeline.manners.fetchFor(leased.job.source_id);
  const headers = { accept: 'image/avif, image/webp, image/jpeg, image/png, image/gif' };
  const response = requireOk(await fetch(url, { maxBytes: MOST_POSTER_BYTES + 1, headers, signal }));
  const { bytes, complete } = await readBytes(response.body, MOST_POSTER_BYTES);
  if (!complete) throw tooLargeError(MOST_POSTER_BYTES);
  return bytes;
}
