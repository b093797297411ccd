import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PosterChoice } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { MissingFileError, withLocalFile } from '@vesper/core/storage/local-file.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { grabCandidates, probeVideo, selectFilm } from '@vesper/library/media';
import { type MediaVideo, selectMediaVideo, updateMedia } from '@vesper/library/videos';
import type { ListedJobRow } from './job-queries.ts';
import { requestStep } from './media-jobs.ts';

export interface PosterDeps {
  db: Db;
  storages: Storages;
}

const CANDIDATES = 12;
/** Beginning and end are often black. */
const FIRST_SHARE = 0.04;
const LAST_SHARE = 0.96;
/** From a bucket the whole file is read first. */
const MOST_MS = 120_000;

/** Evenly spaced, with the one chosen before. Throws not_found, conflict, or unavailable after two minutes. */
export async function listPosters({ db, storages }: PosterDeps, id: string): Promise<PosterChoice> {
  const video = await selectMediaVideo(db, id);
  if (!video || video.status === 'removed') throw new AppError('not_found', 'This video does not exist.');
  const film = await selectFilm(db, video);
  if (video.kind !== 'hosted' || !film) throw new AppError('conflict', NO_FILM);
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-posters-'));
  const signal = AbortSignal.timeout(MOST_MS);
  const at = { folder, signal };
  try {
    return await withLocalFile(storages.at(film.place), film.key, at, (local) => choiceOf(video, local, at));
  } catch (error) {
    if (error instanceof MissingFileError) throw new AppError('conflict', NO_FILM);
    if (signal.aborted)
      throw new AppError('unavailable', 'The pictures could not be made within two minutes.');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NO_FILM = 'This video has no film in our storage.';

async function choiceOf(
  { poster_at_seconds: chosen }: MediaVideo,
  localPath: string,
  at: { folder: string; signal: AbortSignal },
): Promise<PosterChoice> {
  const probed = await probeVideo(localPath, at);
  const seconds = candidateSeconds(probed.durationSeconds, chosen);
  const pictures = await grabCandidates({ localPath, probed }, { ...at, threads: 1, seconds });
  return {
    chosenAtSeconds: chosen,
    durationSeconds: probed.durationSeconds,
    candidates: pictures.map(({ atSeconds, bytes }) => ({
      atSeconds,
      picture: `data:image/webp;base64,${bytes.toString('base64')}`,
    })),
  };
}

/** Evenly spaced, with the chosen one, in order. */
export function candidateSeconds(durationSeconds: number, chosen: number | null): number[] {
  const step = (LAST_SHARE - FIRST_SHARE) / (CANDIDATES - 1);
  const even = Array.from({ length: CANDIDATES }, (_, n) => durationSeconds * (FIRST_SHARE + n * step));
  const all = chosen === null ? even : [...even, chosen];
  return [...new Set(all.map((at) => Math.round(at * 1000) / 1000))].sort((a, b) => a - b);
}

/**
 * Stores the choice, also for re-runs, and has the pictures remade; null lets the engine choose. Throws not_found,
 * bad_request, or conflict if another choice than `seenAtSeconds` was stored.
 */
export function choosePoster(
  db: Db,
  id: string,
  { atSeconds, seenAtSeconds }: { atSeconds: number | null; seenAtSeconds?: number | null | undefined },
): Promise<ListedJobRow> {
  return db.transaction().execute(async (tx) => {
    const job = await requestStep(tx, id, 'pictures');
    const { duration = 0, poster_at_seconds: chosen = null } = (await selectMediaVideo(tx, id)) ?? {};
    refuseOutdated(
      seenAtSeconds,
      chosen,
      'Another administrator has chosen a picture for this video in the meantime, so yours was not saved. Check it, and choose again if you want another.',
    );
    // `duration` is rounded: 12 may mean 12.5.
    if (atSeconds !== null && atSeconds > duration + 0.5)
      throw new AppError('bad_request', `atSeconds must be before the film's end, at ${duration} seconds.`);
    await updateMedia(tx, id, { poster_at_seconds: atSeconds, poster_uploaded: false });
    return job;
  });
}
