import path from 'node:path';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { type MediaWork, runLeniently } from '../film/run-ffmpeg.ts';
import { grabFrames } from './grab-frames.ts';
import { previewArguments, RAW_FILES, stillArguments } from './picture-arguments.ts';
import { isCheapToDecode, type PicturedFilm, type PicturePlan, planPictures } from './picture-plan.ts';
import { readTimedPictures, readTimes, type TimedPicture } from './raw-pictures.ts';

interface Taking extends MediaWork {
  posterAt?: number | undefined;
}

interface Stills {
  candidates: TimedPicture[];
  tiles: TimedPicture[];
}

export interface Taken extends Stills {
  plan: PicturePlan;
  isStill: boolean;
  chosen: TimedPicture | undefined;
  previewPath: string | undefined;
}

/** With fewer tiles, everything is decoded after all. */
const LEAST_TILES = 0.5;

/** At least one candidate. Throws SourceError `not_video` if no picture can be decoded. */
export async function takePictures(film: PicturedFilm, taking: Taking): Promise<Taken> {
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
export function isEnough({ plan, tiles }: Pick<Taken, 'plan' | 'tiles'>): boolean {
  return tiles.length >= (plan.tiles?.count ?? 0) * LEAST_TILES;
}
