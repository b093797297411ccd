import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { FILE_NAMES } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import { type FilmSpans, readFilmPackets, readFilmSpans } from './film-times.ts';
import { type Fragments, readFragments } from './fragments.ts';
import type { ProbedVideo } from './probe.ts';
import { renditionArguments } from './rendition-arguments.ts';
import { mayCopy, planRenditions, type RenditionPlan } from './rendition-plan.ts';
import { type MediaWork, runFfmpeg } from './run-ffmpeg.ts';
import {
  masterPlaylist,
  mediaPlaylists,
  type PictureStreamMade,
  type SoundStreamMade,
} from './stream-playlists.ts';

export interface Renditions {
  /** The master playlist first; empty if the film is too short for a stream. */
  files: MadeFile[];
  /** The shorter sides in pixels, from low to high. */
  heights: number[];
}

interface ProbedFilm {
  localPath: string;
  probed: ProbedVideo;
}

interface RenditionOptions extends MediaWork {
  heights: readonly number[];
}

/** For shorter films the mp4 is enough. */
const SHORTEST_SECONDS = 1;

/** HLS with fragmented mp4 (CMAF), all cut at the same times, checked. Throws with a sentence, else as runFfmpeg. */
export async function makeRenditions(film: ProbedFilm, options: RenditionOptions): Promise<Renditions> {
  const { probed } = film;
  const nothing = { files: [], heights: [] };
  if (probed.durationSeconds < SHORTEST_SECONDS || options.heights.length === 0) return nothing;
  const spans = await readFilmSpans(film.localPath, { probed, signal: options.signal });
  if (spans.picture.end - spans.picture.start < SHORTEST_SECONDS) return nothing;
  // Encodes if the keyframes are not as promised, then with frames that fill gaps.
  const { heights } = options;
  const plans = [
    () => planFor(film, spans, options),
    () => planRenditions(probed, { spans, heights }),
    () => planRenditions(probed, { spans, heights, isEven: true }),
  ];
  let tried: RenditionPlan | undefined;
  let fault: unknown;
  for (const planNext of plans) {
    const plan = await planNext();
    if (isDeepStrictEqual(plan, tried)) continue;
    tried = plan;
    try {
      return await runPlan(film.localPath, plan, options);
    } catch (error) {
      if (!(error instanceof StreamFault)) throw error;
      fault = error;
    }
  }
  throw fault;
}

async function planFor(
  { localPath, probed }: ProbedFilm,
  spans: FilmSpans,
  { heights, signal }: RenditionOptions,
): Promise<RenditionPlan> {
  const { clockStart } = spans;
  const packets = mayCopy(probed)
    ? await readFilmPackets(localPath, { ...probed, clockStart, signal })
    : undefined;
  return planRenditions(probed, { spans, packets, heights });
}

/** ffmpeg's output would not play properly. */
class StreamFault extends Error {
  override readonly name = 'StreamFault';
}

async function runPlan(
  localPath: string,
  plan: RenditionPlan,
  { folder: parent, heights: _, ...options }: RenditionOptions,
): Promise<Renditions> {
  const folder = await mkdtemp(path.join(parent, 'hls-'));
  try {
    const durationSeconds = plan.end - plan.start;
    await runFfmpeg(renditionArguments(localPath, plan, options.threads), {
      ...options,
      folder,
      durationSeconds,
    });
    const made = await readStreams(folder, plan);
    const fault = faultOf(made, plan);
    if (fault) throw new StreamFault(fault);
    return { files: await writePlaylists(folder, made), heights: plan.pictures.map(({ rung }) => rung) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function readStreams(folder: string, plan: RenditionPlan): Promise<MadeStreams> {
  const read = (name: string) =>
    readFragments(path.join(folder, name)).catch((error: Error) => {
      throw new StreamFault(error.message, { cause: error });
    });
  const pictures = await Promise.all(
    plan.pictures.map(async ({ rung, width, height }) => ({
      ...{ rung, width, height, frameRate: plan.frameRate },
      fragments: await read(FILE_NAMES.rendition(rung)),
    })),
  );
  const sound = plan.sound && {
    channels: plan.sound.channels,
    fragments: await read(FILE_NAMES.sound),
  };
  return { pictures, sound };
}

/** Replaces ffmpeg's playlists, whose lengths are wrong with uneven frames. */
async function writePlaylists(folder: string, made: MadeStreams): Promise<MadeFile[]> {
  const fileAt = (name: string): MadeFile => ({ localPath: path.join(folder, name), purpose: 'play', name });
  await writeFile(path.join(folder, FILE_NAMES.playlist), masterPlaylist(made.pictures, made.sound));
  const files = [fileAt(FILE_NAMES.playlist)];
  for (const { name, file, text } of mediaPlaylists(made)) {
    await writeFile(path.join(folder, name), text);
    files.push(fileAt(name), fileAt(file));
  }
  return files;
}

export interface MadeStreams {
  /** From low to high. */
  pictures: PictureStreamMade[];
  sound: SoundStreamMade | undefined;
}

/** In seconds, per stream. */
const LENGTH_TOLERANCE = 0.5;

export function faultOf({ pictures, sound }: MadeStreams, plan: RenditionPlan): string | undefined {
  const frame = 1 / plan.frameRate;
  for (const { rung, fragments } of pictures) {
    const fault = lengthFault(`The rendition of ${rung} pixels`, fragments, plan.end - plan.start);
    if (fault) return fault;
    const first = pictures[0]?.fragments ?? fragments;
    if (!areCutAlike(fragments, first, frame)) {
      return `The renditions of ${pictures[0]?.rung} and ${rung} pixels are not cut at the same times.`;
    }
  }
  return sound && plan.sound && lengthFault('The sound', sound.fragments, plan.sound.end);
}

function lengthFault(what: string, { segments }: Fragments, wanted: number): string | undefined {
  if (segments.some(({ seconds }) => !(seconds > 0))) return `${what} has a segment without any length.`;
  const seconds = segments.reduce((total, one) => total + one.seconds, 0);
  if (Math.abs(seconds - wanted) <= LENGTH_TOLERANCE) return undefined;
  return `${what} is ${seconds.toFixed(1)} seconds long, but the film is ${wanted.toFixed(1)}.`;
}

function areCutAlike(one: Fragments, other: Fragments, tolerance: number): boolean {
  return (
    one.segments.length === other.segments.length &&
    one.segments.every(({ start }, i) => Math.abs(start - (other.segments[i]?.start ?? -1)) < tolerance)
  );
}
