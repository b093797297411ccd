import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '@vesper/core/db/pool.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { MissingFileError, withLocalFile } from '@vesper/core/storage/local-file.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import {
  FILE_NAMES,
  forgetOtherFiles,
  isRenditionName,
  type LyingFile,
  type MadeFile,
  type MediaFile,
  makeFilm,
  makePictures,
  makeRenditions,
  namedPictures,
  probeVideo,
  recordFiles,
  removeAnnounced,
  rewritePlaylists,
  STREAMS_VERSION,
  selectFiles,
  selectFilm,
  storing,
} from '@vesper/library/media';
import {
  lockMediaVideo,
  type MediaFields,
  type MediaVideo,
  selectMediaVideo,
  updateMedia,
} from '@vesper/library/videos';
import {
  completeMediaJob,
  endMediaJobWithError,
  giveBackMediaJob,
  type LeasedMediaJob,
  VideoChangedError,
} from '@vesper/upkeep/media-jobs';
import { shapeOf } from './hosted-media.ts';
import type { MediaSettings } from './work.ts';

export interface MediaStepDeps {
  db: Db;
  storages: Storages;
  /** A folder for each job, by its id. */
  workDirectory: string;
  media: MediaSettings;
  disks: DiskWatch;
  /** Multiplies pauses before retries, for tests. */
  pauseScale?: number | undefined;
}

interface StepWork {
  deps: MediaStepDeps;
  video: MediaVideo;
  folder: string;
  options: { signal: AbortSignal; threads: number; onProgress: (share: number) => void };
}

interface StepOutcome {
  files: readonly MadeFile[];
  fieldsOf(stored: readonly MediaFile[]): MediaFields;
  /** Whether the step makes files of this name: stored ones it did not make this time are dropped. */
  names(name: string): boolean;
  problems?: readonly string[];
}

type Step = (work: StepWork) => Promise<StepOutcome>;

/** Steps that can be repeated from what is stored. */
const STEPS: Record<string, Step> = {
  film: fromFilm(remakeFilm),
  pictures: fromFilm(remakePictures),
  renditions: fromFilm(remakeRenditions),
  playlists: remakePlaylists,
};

/** Encoding is most of a step, storing the rest. */
const MAKING_SHARE = 0.95;

/** Runs one step. Files are recorded in the transaction that completes the job, so it is safe to interrupt. */
export async function runMediaStep(
  deps: MediaStepDeps,
  leased: LeasedMediaJob,
  context: JobContext,
): Promise<void> {
  const { signal, log } = context;
  const folder = path.join(deps.workDirectory, leased.job.id);
  const announced: LyingFile[] = [];
  try {
    const video = await requireFilm(deps.db, leased.job.video_id);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    const onProgress = (share: number) => leased.report(share * MAKING_SHARE);
    const work: StepWork = {
      ...{ deps, video, folder },
      options: { signal, threads: deps.media.mediaThreads, onProgress },
    };
    const outcome = await makeStep(work, leased.job.step);
    await publishStep(work, leased, { outcome, announced });
    log.info({ videoId: video.id, step: leased.job.step }, 'A step of a video was completed.');
  } catch (error) {
    if (signal.aborted) await giveBackMediaJob(deps.db, leased);
    else
      await endMediaJobWithError(deps.db, leased, deps.disks.blame(error), {
        log,
        pauseScale: deps.pauseScale,
      });
    // Keeps the files if another worker has taken the job: it may have stored the same.
    await removeAnnounced(deps, announced);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws gone without a stored film, and VideoChangedError while the film is downloaded. */
async function requireFilm(db: Db, videoId: string): Promise<MediaVideo> {
  const video = await selectMediaVideo(db, videoId);
  if (video?.status === 'processing') throw new VideoChangedError('The video is being downloaded.');
  if (!video || video.status === 'removed') throw new AppError('gone', 'The video was removed.');
  if (video.hidden_reason === 'takedown') throw new AppError('gone', IN_QUARANTINE);
  if (video.kind !== 'hosted' || video.video_url === '')
    throw new AppError('gone', 'The video has no stored film.');
  return video;
}

async function makeStep(work: StepWork, name: string): Promise<StepOutcome> {
  const step = STEPS[name];
  if (!step) throw new AppError('bad_request', `Unknown step "${name}".`);
  return step(work);
}

function fromFilm(make: (film: string, work: StepWork) => Promise<StepOutcome>): Step {
  return async (work) => {
    const film = await selectFilm(work.deps.db, work.video);
    return readStored(work, film, NO_FILM, (local) => make(local, work));
  };
}

/** Throws gone, with the sentence `missing`, if the file is missing. */
async function readStored<T>(
  { deps, folder, options: { signal } }: StepWork,
  file: MediaFile | undefined,
  missing: string,
  read: (localPath: string) => Promise<T>,
): Promise<T> {
  if (!file) throw new AppError('gone', missing);
  return withLocalFile(deps.storages.at(file.place), file.key, { folder, signal }, read).catch((error) => {
    throw error instanceof MissingFileError ? new AppError('gone', missing) : error;
  });
}

const IN_QUARANTINE =
  'The video is hidden because of a notice, and its files are in quarantine. Try again once it is shown.';
const NO_FILM = 'The film is not in the storage. Use "Re-Download Missing" to download it again.';
const NO_STREAM = 'A stream of the video is not in the storage. Make its renditions again.';

async function publishStep(
  { deps, video, options }: StepWork,
  leased: LeasedMediaJob,
  { outcome, announced }: { outcome: StepOutcome; announced: LyingFile[] },
): Promise<void> {
  const store = storing(deps, video.id, { signal: options.signal, stored: announced });
  const stored: MediaFile[] = [];
  for (const file of outcome.files) {
    options.signal.throwIfAborted();
    stored.push(await store(file));
    leased.report(MAKING_SHARE + (1 - MAKING_SHARE) * (stored.length / outcome.files.length));
  }
  await deps.db.transaction().execute(async (tx) => {
    const now = await lockMediaVideo(tx, video.id);
    if (now?.video_url !== video.video_url || now.status === 'processing')
      throw new VideoChangedError('The film of the video has been replaced.');
    if (now.poster_uploaded && stored.some(({ purpose }) => purpose === 'thumbnail'))
      throw new VideoChangedError('The poster of the video has been replaced.');
    await updateMedia(tx, video.id, outcome.fieldsOf(stored));
    await recordFiles(tx, video.id, stored);
    await forgetOtherFiles(tx, video.id, { files: stored, names: outcome.names });
    if (!(await completeMediaJob(tx, leased, outcome.problems ?? [])))
      throw new AppError('conflict', 'Another worker has taken over this job.');
  });
}

/** Re-encodes for current browsers; the content stays. */
async function remakeFilm(stored: string, { folder, options }: StepWork): Promise<StepOutcome> {
  const film = await makeFilm(stored, await probeVideo(stored, options), { ...options, folder });
  const { durationSeconds: duration, width, height } = shapeOf(film);
  return {
    files: [{ localPath: film.localPath, purpose: 'play', name: FILE_NAMES.film }],
    fieldsOf: ([file]) => ({ video_url: file?.key ?? '', duration, width, height }),
    names: (name) => name === FILE_NAMES.film || name === 'video.webm',
  };
}

async function remakePictures(film: string, { video, folder, options }: StepWork): Promise<StepOutcome> {
  const posterAt = video.poster_at_seconds === null ? {} : { posterAt: video.poster_at_seconds };
  const probed = await probeVideo(film, options);
  const keepsPoster = video.poster_uploaded;
  const { files, placeholder, problems } = await makePictures(
    { localPath: film, probed },
    { ...options, folder, ...posterAt },
  );
  return {
    files: keepsPoster ? files.filter(({ purpose }) => purpose !== 'thumbnail') : files,
    fieldsOf: (stored) => {
      const { thumbnailKey, previewKey, storyboardKey } = namedPictures(stored);
      // Pictures that failed this time stay unchanged.
      return {
        ...(keepsPoster ? {} : { placeholder, thumbnail_url: thumbnailKey }),
        ...(previewKey ? { preview_url: previewKey } : {}),
        ...(storyboardKey ? { storyboard_url: storyboardKey } : {}),
      };
    },
    names: () => false,
    problems,
  };
}

async function remakeRenditions(film: string, { deps, folder, options }: StepWork): Promise<StepOutcome> {
  const probed = await probeVideo(film, options);
  const heights = deps.media.hlsHeights;
  const { files } = await makeRenditions({ localPath: film, probed }, { ...options, folder, heights });
  return {
    files,
    fieldsOf: (stored) => ({
      hls_url: stored.find(({ name }) => name === FILE_NAMES.playlist)?.key ?? '',
      streams_version: STREAMS_VERSION,
    }),
    names: isRenditionName,
  };
}

/** Playlists are text, written from the existing streams. */
async function remakePlaylists(work: StepWork): Promise<StepOutcome> {
  const stored = (await selectFiles(work.deps.db, work.video.id)).filter(
    ({ purpose, name }) => purpose === 'play' && isRenditionName(name),
  );
  const files = await rewritePlaylists(
    stored.map(({ name }) => name),
    (name, read) =>
      readStored(
        work,
        stored.find((file) => file.name === name),
        NO_STREAM,
        read,
      ),
    work.folder,
  );
  return { files, fieldsOf: () => ({ streams_version: STREAMS_VERSION }), names: () => false };
}
