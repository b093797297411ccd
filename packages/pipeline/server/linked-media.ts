import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { checkVideoAddress } from '@vesper/intake/downloads';
import type { FilmAddress } from '@vesper/intake/readers';
import { type MediaFile, makePosterFiles, namedPictures, type PosterFiles } from '@vesper/library/media';
import type { VideoMedia } from '@vesper/library/videos';
import { inTurn } from './film-in-turn.ts';
import { fetchPlayable } from './remote-address.ts';
import { fetchPicture } from './source-pictures.ts';
import type { Work } from './work.ts';

/** For a film that stays at its source. The picture is stored here, so that pages contact no other host. */
export async function bringLinked(work: Work): Promise<VideoMedia> {
  const { leased, video } = work;
  const isRemote = video.delivery === 'remote';
  const videoUrl = isRemote ? await inTurn(work, (film) => checkFilm(work, film)) : '';
  leased.enter('pictures');
  const poster = await bringPoster(work);
  return {
    kind: isRemote ? 'remote' : 'embed',
    videoUrl,
    // An http player runs on this machine, and must not be linked to once its provider is removed.
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

async function bringPoster(work: Work): Promise<{ files: MediaFile[]; placeholder: string } | undefined> {
  const made = await makePoster(work);
  if (!made) return undefined;
  work.leased.enter('storing');
  const files: MediaFile[] = [];
  for (const file of made.files) files.push(await work.store(file));
  return { files, placeholder: made.placeholder };
}

/** Undefined if it fails: a missing picture is no reason to reject the video. */
async function makePoster(work: Work): Promise<PosterFiles | undefined> {
  const { video, workFolder, signal, log, leased } = work;
  if (!video.thumbnailUrl) return undefined;
  try {
    const fetch = work.pipeline.manners.fetchFor(leased.job.source_id);
    const picture = await fetchPicture(fetch, video.thumbnailUrl, signal);
    const made = await makePosterFiles(picture, { folder: workFolder, allowsGif: true });
    signal.throwIfAborted();
    return made;
  } catch (error) {
    signal.throwIfAborted();
    // One retry of the download, no more.
    const mayPass = error instanceof SourceError && error.kind === 'transient';
    if (mayPass && leased.job.attempts === 0) throw error;
    log.info(
      { thumbnailUrl: video.thumbnailUrl, reason: errorMessage(error) },
      'A poster could not be downloaded.',
    );
    return undefined;
  }
}
