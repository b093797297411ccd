import { fitBox, fitEvenly, type Size } from './picture-sizes.ts';

/** The properties of a film that decide how its pictures are made. */
export interface Pictured extends Size {
  durationSeconds: number;
  /** 0 if unknown. */
  frameRate?: number;
}

/** When pictures of a film are taken, in seconds, and their sizes in pixels. */
export interface PicturePlan {
  /** Decode every picture, or only the kept keyframes. */
  decoding: 'all' | 'keyframes';
  candidates: Candidates;
  candidateSize: Size;
  /** Undefined for films too short for a storyboard. */
  tiles: Tiles | undefined;
  /** Undefined for films too short for a preview. */
  preview: PreviewPlan | undefined;
}

export interface Candidates {
  seconds: number[];
  /** Each one's index among the kept keyframes; empty where everything is decoded. */
  indexes: number[];
}

export interface Tiles {
  size: Size;
  count: number;
  /** The distance between two where everything is decoded. */
  stepSeconds: number;
}

export interface PreviewPlan {
  size: Size;
  frameRate: number;
  slices: Slice[];
}

export interface Slice {
  atSeconds: number;
  seconds: number;
  /** Whether decoding can start where the slice does. */
  atKeyframe: boolean;
}

interface KeyframeTimes {
  seconds: readonly number[];
  kept: readonly number[];
}

export const MOST_TILES = 100;
const LEAST_TILE_SECONDS = 1;
const TILE_SIDE_PIXELS = 192;
/** Too short to seek in. */
const LEAST_STORYBOARD_SECONDS = 3;
const CANDIDATES = 8;
const FIRST_CANDIDATE = 0.05;
const LAST_CANDIDATE = 0.95;
/** The largest width served; for a portrait picture, the height. */
export const STILL_SIDE_PIXELS = 1280;
const PREVIEW_SIDE_PIXELS = 480;
const PREVIEW_FRAME_RATE = 25;
const LEAST_PREVIEW_FRAME_RATE = 10;
const LEAST_PREVIEW_SECONDS = 0.5;
/** A film up to this long is its own preview. */
const WHOLE_PREVIEW_SECONDS = 8;
const SLICE_SECONDS = 0.8;
/** Pixels decoded per second of processor time, as measured with h264. */
const DECODED_PIXELS_A_SECOND = 500e6;
/** Spending this much processor time beats a worse storyboard. */
const CHEAP_DECODING_SECONDS = 3;
const ENOUGH_TILES = 24;
const ENOUGH_TILE_SECONDS = 2.5;
/** Beyond this cost of decoding everything, a handful of tiles must do. */
const DEAR_DECODING_SECONDS = 900;
const HANDFUL_OF_TILES = 8;

/** How many seconds each of at most a hundred tiles covers. */
export function tileSeconds(durationSeconds: number): number {
  return Math.max(LEAST_TILE_SECONDS, durationSeconds / MOST_TILES);
}

/** Whether decoding the film is so cheap that looking for keyframes does not pay. */
export function isCheapToDecode(film: Pictured): boolean {
  return decodingSeconds(film) <= CHEAP_DECODING_SECONDS;
}

/** Estimates the processor time to decode a whole film. */
function decodingSeconds({ durationSeconds, width, height, frameRate }: Pictured): number {
  return (durationSeconds * (frameRate || 30) * width * height) / DECODED_PIXELS_A_SECOND;
}

/**
 * Whether the keyframes make as good a storyboard as all pictures: enough of them, evenly spread. Where decoding
 * everything would take a quarter of an hour, a handful is enough.
 */
export function keyframesServe(film: Pictured, { kept }: KeyframeTimes): boolean {
  if (decodingSeconds(film) > DEAR_DECODING_SECONDS && kept.length >= HANDFUL_OF_TILES) return true;
  const { durationSeconds } = film;
  const enough = Math.min(ENOUGH_TILES, durationSeconds / ENOUGH_TILE_SECONDS);
  const ends = [...kept.slice(1), durationSeconds];
  const longest = Math.max(...ends.map((end, at) => end - (kept[at] ?? 0)));
  return kept.length >= enough && longest <= Math.max(20, 5 * tileSeconds(durationSeconds));
}

/** Decides what a film's pictures are made from: its keyframes if they were listed and suffice. */
export function planPictures(film: Pictured, keyframes?: KeyframeTimes): PicturePlan {
  const byKeyframes = keyframes !== undefined && keyframesServe(film, keyframes);
  return {
    decoding: byKeyframes ? 'keyframes' : 'all',
    candidateSize: fitBox(film, square(STILL_SIDE_PIXELS)),
    candidates: byKeyframes
      ? candidatesAmong(film.durationSeconds, keyframes.kept)
      : { seconds: evenCandidates(film.durationSeconds), indexes: [] },
    tiles: planTiles(film, byKeyframes ? keyframes.kept : undefined),
    preview: planPreview(film, byKeyframes ? keyframes.seconds : []),
  };
}

function square(side: number): Size {
  return { width: side, height: side };
}

/** Eight times from 5 % to 95 % of a film. */
export function evenCandidates(durationSeconds: number): number[] {
  const step = (LAST_CANDIDATE - FIRST_CANDIDATE) / (CANDIDATES - 1);
  return Array.from({ length: CANDIDATES }, (_, at) => durationSeconds * (FIRST_CANDIDATE + at * step));
}

function candidatesAmong(durationSeconds: number, kept: readonly number[]): Candidates {
  const nearest = evenCandidates(durationSeconds).map((wanted) => nearestIndex(kept, wanted));
  const indexes = [...new Set(nearest)];
  return { indexes, seconds: indexes.map((index) => kept[index] ?? 0) };
}

function nearestIndex(times: readonly number[], wanted: number): number {
  let best = 0;
  for (const [index, time] of times.entries()) {
    if (Math.abs(time - wanted) < Math.abs((times[best] ?? 0) - wanted)) best = index;
  }
  return best;
}

function planTiles(film: Pictured, kept?: readonly number[]): Tiles | undefined {
  const { durationSeconds } = film;
  if (durationSeconds < LEAST_STORYBOARD_SECONDS) return undefined;
  const stepSeconds = tileSeconds(durationSeconds);
  const count = Math.min(MOST_TILES, Math.max(1, Math.round(durationSeconds / stepSeconds)));
  return {
    size: fitBox(film, square(TILE_SIDE_PIXELS)),
    count: kept ? Math.min(MOST_TILES, kept.length) : count,
    stepSeconds,
  };
}

function planPreview(film: Pictured, keyframes: readonly number[]): PreviewPlan | undefined {
  const { durationSeconds, frameRate } = film;
  if (durationSeconds < LEAST_PREVIEW_SECONDS) return undefined;
  return {
    size: fitEvenly(film, square(PREVIEW_SIDE_PIXELS)),
    frameRate: clamp(frameRate || PREVIEW_FRAME_RATE, LEAST_PREVIEW_FRAME_RATE, PREVIEW_FRAME_RATE),
    slices: planSlices(durationSeconds, keyframes),
  };
}

/**
 * The slices of the preview: all of a short film, otherwise six to eight, one in each equal part of the film, starting
 * at a keyframe where there is one, to save decoding.
 */
export function planSlices(durationSeconds: number, keyframes: readonly number[]): Slice[] {
  if (durationSeconds <= WHOLE_PREVIEW_SECONDS)
    return [{ atSeconds: 0, seconds: durationSeconds, atKeyframe: true }];
  const count = Math.min(8, Math.max(6, Math.floor(durationSeconds / 2)));
  const part = durationSeconds / count;
  return Array.from({ length: count }, (_, at) => {
    const middle = part * (at + 0.5) - SLICE_SECONDS / 2;
    const inside = keyframes.filter((time) => time >= part * at && time <= part * (at + 1) - SLICE_SECONDS);
    const keyframe = inside[nearestIndex(inside, middle)];
    return { atSeconds: keyframe ?? middle, seconds: SLICE_SECONDS, atKeyframe: keyframe !== undefined };
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
