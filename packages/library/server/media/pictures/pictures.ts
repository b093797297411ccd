import { mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import { formatSeconds, SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { FILE_NAMES } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import { type MediaWork, runLeniently } from '../film/run-ffmpeg.ts';
import { grabFrames } from './grab-frames.ts';
import { previewArguments, RAW_FILES, stillArguments } from './picture-arguments.ts';
import { isCheapToDecode, type PicturedFilm, type PicturePlan, planPictures } from './picture-plan.ts';
import { choosePoster, type PosterFiles, writePosterFiles } from './poster.ts';
import { shrinkPreview } from './preview.ts';
import { readTimedPictures, readTimes, type TimedPicture } from './raw-pictures.ts';
import { writeStoryboard } from './storyboard.ts';

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
    const decoded = `only ${tiles.length} of ${plan.tiles.count} pictures could be decoded`;
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

interface Taking extends MediaWork {
  posterAt?: number | undefined;
}

interface Stills {
  candidates: TimedPicture[];
  tiles: TimedPicture[];
}

interface Taken extends Stills {
  plan: PicturePlan;
  isStill: boolean;
  chosen: TimedPicture | undefined;
  previewPath: string | undefined;
}

/** With fewer tiles, everything is decoded after all. */
const LEAST_TILES = 0.5;

/** At least one candidate. Throws SourceError `not_video` if no picture can be decoded. */
async function takePictures(film: PicturedFilm, taking: Taking): Promise<Taken> {
  const { posterAt, onProgress: _, ...quiet } = taking;
  const plan = planPictures(film.probed);
  const stills = await takeStills(film, plan, taking);
  if (stills.candidates.length === 0)
    throw new SourceError('not_video', 'No picture of the video could be decoded.');
  const isStill = stills.candidates.length === 1;
  const [chosen] =
    posterAt === undefined
      ? []
      : await grabFrames(film.localPath, { ...quiet, seconds: [posterAt], size: plan.candidateSize });
  const previewPath = isStill ? undefined : await takePreview(film, plan, quiet);
  return { ...stills, plan, isStill, chosen, previewPath };
}

/** Keyframes alone for films that are expensive to decode, unless too few. */
async function takeStills(film: PicturedFilm, plan: PicturePlan, taking: Taking): Promise<Stills> {
  if (!isCheapToDecode(film.probed)) {
    const stills = await decodeStills(film, plan, { ...taking, keyframesOnly: true });
    if (stills.candidates.length > 1 && isEnough({ ...stills, plan })) return stills;
  }
  return decodeStills(film, plan, { ...taking, keyframesOnly: false });
}

async function decodeStills(
  { localPath, probed }: PicturedFilm,
  plan: PicturePlan,
  taking: Taking & { keyframesOnly: boolean },
): Promise<Stills> {
  const { folder } = taking;
  const { durationSeconds } = probed;
  await runLeniently(stillArguments(localPath, plan, taking), { ...taking, durationSeconds });
  return {
    candidates: await readTimedPictures(folder, RAW_FILES.candidates, plan.candidateSize),
    tiles: plan.tiles ? await readTimedPictures(folder, RAW_FILES.tiles, plan.tiles.size) : [],
  };
}

async function takePreview(
  { localPath, probed }: PicturedFilm,
  { preview }: PicturePlan,
  taking: Taking,
): Promise<string | undefined> {
  if (!preview) return undefined;
  const { folder, threads } = taking;
  const run = { ...taking, durationSeconds: probed.durationSeconds };
  const isMade = await runLeniently(previewArguments(localPath, preview, threads), run);
  const pictures = await readTimes(path.join(folder, RAW_FILES.preview.times));
  return isMade && pictures.length > 1 ? path.join(folder, RAW_FILES.preview.film) : undefined;
}

/** An almost empty storyboard is not worth showing. */
function isEnough({ plan, tiles }: Pick<Taken, 'plan' | 'tiles'>): boolean {
  return tiles.length >= (plan.tiles?.count ?? 0) * LEAST_TILES;
}
