import { mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { formatSeconds } from '@vesper/core/lib/outbound/source-error.ts';
import { FILE_NAMES } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import type { MediaWork } from '../film/run-ffmpeg.ts';
import type { PicturedFilm } from './picture-plan.ts';
import { choosePoster, type PosterFiles, writePosterFiles } from './poster.ts';
import { shrinkPreview } from './preview.ts';
import type { TimedPicture } from './raw-pictures.ts';
import { writeStoryboard } from './storyboard.ts';
import { isEnough, type Taken, takePictures } from './take-pictures.ts';

export interface PictureOptions extends MediaWork {
  /** In seconds: a person's choice. */
  posterAt?: number;
}

export interface Pictures {
  files: MadeFile[];
  placeholder: string;
  posterAtSeconds: number;
  /** In seconds: alternative posters, in film order. */
  candidates: number[];
  problems: string[];
}

/**
 * Makes a film's poster, from 3 seconds on its storyboard, and its silent preview (an mp4 of at most 400 KB). A failed
 * storyboard or preview is reported in `problems`. Throws SourceError `not_video` if no picture can be decoded.
 */
export async function makePictures(film: PicturedFilm, options: PictureOptions): Promise<Pictures> {
  const { folder, posterAt, onProgress } = options;
  const work = await mkdtemp(path.join(folder, 'pictures-'));
  try {
    let reached = 0;
    const onTaking = (share: number) => {
      // A second attempt must not lower the progress.
      reached = Math.max(reached, share);
      onProgress?.(reached * TAKING_SHARE);
    };
    const taken = await takePictures(film, { ...options, folder: work, posterAt, onProgress: onTaking });
    const storyboard = await makeStoryboard(taken, film.probed.durationSeconds, folder);
    options.signal.throwIfAborted();
    const preview = await makePreview(taken, { ...options, work });
    onProgress?.(TAKING_SHARE + (1 - TAKING_SHARE) / 2);
    const poster = await makePoster(taken, { folder, posterAt });
    options.signal.throwIfAborted();
    onProgress?.(1);
    return {
      ...poster,
      files: [...poster.files, ...storyboard.files, ...preview.files],
      problems: [...poster.problems, ...storyboard.problems, ...preview.problems],
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const TAKING_SHARE = 0.8;

type Made = Pick<Pictures, 'files' | 'problems'>;

function missing(sentence: string): Made {
  return { files: [], problems: [sentence] };
}

async function makePoster(
  taken: Taken,
  { folder, posterAt }: { folder: string; posterAt: number | undefined },
): Promise<Made & PosterFiles & Pick<Pictures, 'posterAtSeconds' | 'candidates'>> {
  const { chosen } = taken;
  const candidates = withoutBeginning(taken);
  const best = chosen ?? candidates[await choosePoster(candidates)]!;
  const problems =
    posterAt !== undefined && !chosen
      ? [`There is no picture at ${formatSeconds(posterAt * 1000)}, so the poster was chosen automatically.`]
      : [];
  return {
    ...(await writePosterFiles(best, folder)),
    posterAtSeconds: chosen ? posterAt! : best.atSeconds,
    candidates: candidates.map(({ atSeconds }) => atSeconds),
    problems,
  };
}

/** The very first picture is often black: a fallback only. */
function withoutBeginning({ candidates }: Taken): TimedPicture[] {
  const later = candidates.filter(({ atSeconds }) => atSeconds > 0);
  return later.length > 0 ? later : candidates;
}

async function makeStoryboard(taken: Taken, durationSeconds: number, folder: string): Promise<Made> {
  const { tiles, plan } = taken;
  if (!plan.tiles || taken.isStill) return { files: [], problems: [] };
  if (!isEnough(taken)) {
    const decoded = `${tiles.length} of ${plan.tiles.count} pictures could be decoded`;
    return missing(`The storyboard could not be made: ${decoded}.`);
  }
  try {
    return { files: await writeStoryboard(tiles, { durationSeconds, folder }), problems: [] };
  } catch (error) {
    return missing(`The storyboard could not be made: ${errorMessage(error)}`);
  }
}

async function makePreview(taken: Taken, options: PictureOptions & { work: string }): Promise<Made> {
  const { plan, previewPath } = taken;
  if (!plan.preview || taken.isStill) return { files: [], problems: [] };
  if (!previewPath)
    return missing('The preview could not be made: no moving picture for it could be decoded.');
  const { onProgress: _, work, ...quiet } = options;
  const isSmall = await shrinkPreview(previewPath, plan.preview, { ...quiet, folder: work });
  if (!isSmall) return missing('The preview could not be made: it is larger than 400 KB at every setting.');
  const localPath = path.join(options.folder, FILE_NAMES.preview);
  await rename(previewPath, localPath);
  return { files: [{ localPath, purpose: 'preview', name: FILE_NAMES.preview }], problems: [] };
}
