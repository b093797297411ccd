import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DuplicateError, findByContent, type KnownFilm } from '@vesper/catalogue/duplicates';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { requireNotBlocked } from '@vesper/intake/block-list';
import { type FileEnds, hashEnds, type Playlist, PlaylistError } from '@vesper/intake/downloads';
import type { FilmAddress } from '@vesper/intake/readers';
import { downloadStream } from '@vesper/intake/streams';
import {
  FILE_NAMES,
  type Film,
  joinParts,
  type MadeFile,
  type MediaFile,
  type MediaWork,
  makeFilm,
  makePictures,
  namedPictures,
  probeVideo,
} from '@vesper/library/media';
import { selectMediaVideo } from '@vesper/library/videos';
import { inTurn, isOfAddress } from './film-in-turn.ts';
import { downloadUnlessKnown } from './known-film.ts';
import { fetchFromFolder } from './moved-film.ts';
import { fetchUploaded } from './uploaded-film.ts';
import { type BroughtMedia, type FetchedFile, knownOf, type Work } from './work.ts';

/** A film of our own: fetched -> fingerprinted -> probed -> film -> poster and previews -> stored. */
export async function bringHosted(work: Work): Promise<BroughtMedia> {
  const fetched = await fetchFile(work);
  await requireNotBlocked(work.pipeline.db, { ...knownOf(work.video), contentSha256: fetched.sha256 });
  const finding = await findByContent(work.pipeline.db, work.video.newcomer, fetched.sha256);
  if (finding) throw new DuplicateError(finding);
  const options = await optionsOf(work);
  const film = await filmOf(work, fetched, options);
  work.leased.enter('pictures');
  const pictures = await makePictures(film, { ...options, ...(await chosenPoster(work)) });
  const files = await storeAll(work, [
    { localPath: film.localPath, purpose: 'play', name: FILE_NAMES.film },
    ...pictures.files,
  ]);
  return {
    kind: 'hosted',
    videoUrl: files[0]?.key ?? '',
    embedUrl: '',
    ...namedPictures(files),
    placeholder: pictures.placeholder,
    ...shapeOf(film),
    contentSha256: fetched.sha256,
    files,
    problems: pictures.problems,
    knownFilm: fetched.known,
  };
}

async function chosenPoster({ pipeline, videoId }: Work): Promise<{ posterAt?: number }> {
  const video = await selectMediaVideo(pipeline.db, videoId);
  return video?.poster_at_seconds == null ? {} : { posterAt: video.poster_at_seconds };
}

async function fetchFile(work: Work): Promise<FetchedFile> {
  work.leased.enter('fetching');
  if (work.video.moved) return fetchFromFolder(work, work.video.moved);
  if (work.video.uploaded) return fetchUploaded(work, work.video.uploaded);
  if (work.video.broughtBy === 'ytdlp') return fetchByYtdlp(work);
  return inTurn(work, async (film, nth) => withSound(work, await fetchFilm(work, film, nth), nth));
}

/** A film without sound may be a stream's video track alone: also tries its playlist, else its next address, once. */
async function withSound(work: Work, fetched: FetchedFile, nth: number): Promise<FetchedFile> {
  const { video, leased, signal } = work;
  const later = video.films.slice(nth + 1);
  const next = later.find(({ kind }) => kind !== 'file') ?? later[0];
  const isSilent = async ({ localPath }: FetchedFile) => !(await probeVideo(localPath, { signal })).hasAudio;
  if (!next || !(await isSilent(fetched))) return fetched;
  try {
    const other = await fetchFilm(work, next, video.films.indexOf(next));
    return (await isSilent(other)) ? fetched : other;
  } catch (error) {
    signal.throwIfAborted();
    if (!isOfAddress(error, leased.job.attempts)) throw error;
    return fetched;
  }
}

/** Each address has its own partial file, so that an interrupted transfer resumes. */
async function fetchFilm(work: Work, film: FilmAddress, nth: number): Promise<FetchedFile> {
  const place = nth === 0 ? '' : `-${nth + 1}`;
  try {
    return await fetchWholeFile(work, film, `video${place}`);
  } catch (error) {
    if (!(error instanceof PlaylistError)) throw error;
    const fetched = await fetchStream(work, error.playlist, `stream${place}`);
    return { ...fetched, known: knownFilm(film, undefined) };
  }
}

async function fetchWholeFile(work: Work, film: FilmAddress, name: string): Promise<FetchedFile> {
  const { pipeline, leased, workFolder, signal } = work;
  const { manners, maxVideoBytes, rateLimit } = pipeline;
  const localPath = path.join(workFolder, name);
  const { sha256, sizeBytes } = await downloadUnlessKnown(work, {
    url: film.url,
    partPath: localPath,
    fetch: manners.fetchFor(leased.job.source_id),
    signal,
    maxBytes: maxVideoBytes,
    rateLimit,
    onProgress: leased.reportTransfer,
  });
  return { localPath, sha256, known: knownFilm(film, await hashEnds(localPath, sizeBytes)) };
}

function knownFilm({ url }: FilmAddress, ends: FileEnds | undefined): KnownFilm | undefined {
  const addressHash = hashOfAddress(url);
  return addressHash ? { addressHash, ends } : undefined;
}

async function fetchByYtdlp({ pipeline, leased, video, workFolder, signal }: Work): Promise<FetchedFile> {
  const { ytdlp, maxVideoBytes, maxBytesPerSecond } = pipeline;
  const { path: localPath, sha256 } = await ytdlp.download(video.mediaUrl, {
    folder: workFolder,
    maxBytes: maxVideoBytes,
    ...(maxBytesPerSecond > 0 ? { maxBytesPerSecond } : {}),
    signal,
    onProgress: leased.reportTransfer,
  });
  return { localPath, sha256 };
}

/** Only the fetched file is kept for the next attempt. */
async function optionsOf({ pipeline, leased, workFolder, signal }: Work): Promise<MediaWork> {
  const folder = path.join(workFolder, 'made');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  return { folder, signal, threads: pipeline.media.mediaThreads, onProgress: leased.reportShare };
}

async function filmOf({ leased }: Work, { localPath }: FetchedFile, options: MediaWork): Promise<Film> {
  leased.enter('probing');
  const probed = await probeVideo(localPath, options);
  leased.enter('film');
  return makeFilm(localPath, probed, options);
}

async function storeAll({ leased, store, signal }: Work, files: readonly MadeFile[]): Promise<MediaFile[]> {
  leased.enter('storing');
  const stored: MediaFile[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    stored.push(await store(file));
    leased.reportShare(stored.length / files.length);
  }
  return stored;
}

/** Whole seconds, at least one. */
export function shapeOf({ probed }: Pick<Film, 'probed'>) {
  const { durationSeconds, width, height } = probed;
  return { durationSeconds: Math.max(1, Math.round(durationSeconds)), width, height };
}

/** Joins a source's stream into one local file; `name` is its folder, whose segments are kept for the next attempt. */
export async function fetchStream(work: Work, playlist: Playlist, name: string): Promise<FetchedFile> {
  const { pipeline, leased, workFolder, signal } = work;
  const { manners, maxVideoBytes, rateLimit, media } = pipeline;
  const stream = await downloadStream(playlist, {
    folder: path.join(workFolder, name),
    fetch: manners.fetchFor(leased.job.source_id),
    signal,
    maxBytes: maxVideoBytes,
    mostHeight: media.sourceStreamHeight,
    rateLimit,
    onProgress: (progress, share) => {
      leased.reportTransfer(progress);
      leased.reportShare(share);
    },
    pauseScale: pipeline.pauseTuning?.pauseScale,
  });
  const folder = path.join(workFolder, `${name}-joined`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const { parts, sha256, sizeBytes, durationSeconds } = stream;
  const options = { folder, signal, threads: media.mediaThreads, sizeBytes, durationSeconds };
  return { localPath: await joinParts(parts, options), sha256 };
}
