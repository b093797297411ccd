import { checkVideoAddress } from '../intake/downloads/index.ts';
import type { FilmAddress } from '../intake/readers/index.ts';
import { errorMessage } from '../kernel/lib/app-error.ts';
import { SourceError } from '../kernel/lib/outbound/source-error.ts';
import { type MediaFile, makePosterFiles } from '../library/media/index.ts';
import type { VideoMedia } from '../library/videos/index.ts';
import { inTurn } from './film-in-turn.ts';
import { fetchPlayable } from './remote-address.ts';
import { fetchPicture } from './source-pictures.ts';
import { namedPictures } from './storing.ts';
import type { Work } from './work.ts';

/**
 * A film that stays at its source: checked -> pictured. Only the picture is stored here, so that pages contact no host
 * else.
 */
export async function bringLinked(work: Work): Promise<VideoMedia> {
  const { leased, video } = work;
  const isRemote = video.delivery === 'remote';
  const videoUrl = isRemote ? await inTurn(work, (film) => checkFilm(work, film)) : '';
  leased.enter('pictures');
  const poster = await bringPoster(work);
  return {
    kind: isRemote ? 'remote' : 'embed',
    videoUrl,
    // A player without TLS runs on this machine: once its provider is removed, it must not be linked to.
    embedUrl: !isRemote && video.mediaUrl.startsWith('https:') ? video.mediaUrl : '',
    ...(video.embed ? { embed: video.embed } : {}),
    ...namedPictures(poster?.files ?? []),
    placeholder: poster?.placeholder ?? '',
    durationSeconds: video.durationSeconds,
    width: video.width,
    height: video.height,
    contentSha256: null,
    files: poster?.files ?? [],
  };
}

async function checkFilm({ pipeline, leased, signal }: Work, { url }: FilmAddress): Promise<string> {
  const fetch = pipeline.manners.fetchFor(leased.job.source_id);
  await checkVideoAddress(url, { fetch: fetchPlayable(fetch, pipeline.outboundAllow), signal });
  return url;
}

interface Poster {
  files: MediaFile[];
  placeholder: string;
}

async function bringPoster(work: Work): Promise<Poster | undefined> {
  const made = await makePoster(work);
  if (!made) return undefined;
  work.leased.enter('storing');
  const files: MediaFile[] = [];
  for (const file of made.files) files.push(await work.store(file));
  return { files, placeholder: made.placeholder };
}

/** Made from the source's picture, or none: a missing picture is no reason to reject the video. */
async function makePoster(work: Work): Promise<Awaited<ReturnType<typeof makePosterFiles>> | undefined> {
  const { video, workFolder, signal, log, leased } = work;
  if (!video.thumbnailUrl) return undefined;
  try {
    const fetch = work.pipeline.manners.fetchFor(leased.job.source_id);
    const picture = await fetchPicture(fetch, video.thumbnailUrl, signal);
    const made = await makePosterFiles(picture, { folder: workFolder });
    signal.throwIfAborted();
    return made;
  } catch (error) {
    signal.throwIfAborted();
    // A temporary error is worth one retry of the download, no more.
    const mayPass = error instanceof SourceError && error.kind === 'transient';
    if (mayPass && leased.job.attempts === 0) throw error;
    log.info(
      { thumbnailUrl: video.thumbnailUrl, reason: errorMessage(error) },
      'A poster could not be downloaded.',
    );
    return undefined;
  }
}
