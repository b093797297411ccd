import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import { type Keyframes, readTimes, thinKeyframes } from '../film/keyframes.ts';
import type { MediaOptions } from '../film/run-ffmpeg.ts';
import { runLeniently } from '../film/run-leniently.ts';
import { grabFrames } from './grab-frames.ts';
import { pictureArguments, RAW_FILES } from './picture-arguments.ts';
import {
  evenCandidates,
  isCheapToDecode,
  type Pictured,
  type PicturePlan,
  planPictures,
  tileSeconds,
} from './picture-plan.ts';
import { readTimedPictures, type TimedPicture } from './raw-pictures.ts';

export interface PicturedFilm {
  localPath: string;
  probed: Pictured;
}

export interface Taking extends MediaOptions {
  /** For temporary files; the caller removes it. */
  folder: string;
  posterAt?: number | undefined;
}

/** What was decoded from a film. */
export interface Taken {
  plan: PicturePlan;
  /** At least one. */
  candidates: TimedPicture[];
  tiles: TimedPicture[];
  chosen: TimedPicture | undefined;
  previewPath: string | undefined;
}

/** With a smaller share of the planned tiles, everything is decoded after all. */
const LEAST_TILES = 0.5;

/**
 * Takes all pictures of a film in one ffmpeg run; if that yields too little, in another that decodes everything; and if
 * that is refused, at least those for a poster. Throws SourceError `not_video` if there is no picture at all.
 */
export async function takePictures(film: PicturedFilm, taking: Taking): Promise<Taken> {
  const keyframes = await findKeyframes(film, taking);
  const first = planPictures(film.probed, keyframes);
  const plans = first.decoding === 'keyframes' ? [first, planPictures(film.probed)] : [first];
  for (const plan of plans) {
    const taken = await take(film, plan, { ...taking, keyframesPath: keyframes?.localPath });
    if (taken.candidates.length > 0 && (plan.decoding === 'all' || isEnough(taken))) return taken;
  }
  return takePosterOnly(film, taking);
}

async function takePosterOnly({ localPath, probed }: PicturedFilm, taking: Taking): Promise<Taken> {
  const plan = planPictures(probed);
  const seconds = [...evenCandidates(probed.durationSeconds), 0, taking.posterAt ?? 0];
  const grabbed = await grabFrames(localPath, { ...taking, seconds, size: plan.candidateSize });
  const candidates = grabbed.slice(0, -1).filter((one) => one !== undefined);
  if (candidates.length === 0) {
    throw new SourceError('not_video', 'No picture of the video could be decoded.');
  }
  const chosen = taking.posterAt === undefined ? undefined : grabbed.at(-1);
  return { plan, candidates, chosen, tiles: [], previewPath: undefined };
}

async function findKeyframes(film: PicturedFilm, taking: Taking): Promise<Keyframes | undefined> {
  if (isCheapToDecode(film.probed)) return undefined;
  const { durationSeconds } = film.probed;
  const slotSeconds = tileSeconds(durationSeconds);
  const { onProgress: _, ...quiet } = taking;
  return thinKeyframes({ localPath: film.localPath, durationSeconds }, { ...quiet, slotSeconds });
}

/** Whether most tiles are there: an almost empty storyboard does not count as made. */
export function isEnough({ plan, tiles }: Pick<Taken, 'plan' | 'tiles'>): boolean {
  return tiles.length >= (plan.tiles?.count ?? 0) * LEAST_TILES;
}

async function take(
  { localPath, probed }: PicturedFilm,
  plan: PicturePlan,
  taking: Taking & { keyframesPath: string | undefined },
): Promise<Taken> {
  const folder = await mkdtemp(path.join(taking.folder, 'take-'));
  const keyframesPath = plan.decoding === 'keyframes' ? taking.keyframesPath : undefined;
  const { posterAt, threads } = taking;
  const args = pictureArguments(plan, { filmPath: localPath, keyframesPath, posterAt, threads });
  const ended = await runLeniently(args, { ...taking, folder, durationSeconds: probed.durationSeconds });
  const frames = (await readTimes(path.join(folder, RAW_FILES.preview.times))).length;
  return {
    plan,
    candidates: await readTimedPictures(folder, RAW_FILES.candidates, plan.candidateSize),
    tiles: plan.tiles ? await readTimedPictures(folder, RAW_FILES.tiles, plan.tiles.size) : [],
    chosen: (await readTimedPictures(folder, RAW_FILES.chosen, plan.candidateSize))[0],
    previewPath: ended && frames > 1 ? path.join(folder, RAW_FILES.preview.film) : undefined,
  };
}
