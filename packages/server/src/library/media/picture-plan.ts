import { fitBox, fitEvenly, type Size } from './picture-sizes.ts';

/** What of a film decides how its pictures are made. */
export interface Pictured extends Size {
  durationSeconds: number;
  /** 0 where nobody knows it. */
  frameRate?: number;
}

/** Where one film's pictures are taken, in seconds, and how large they are, in pixels. */
export interface PicturePlan {
  /** Every picture decoded, or the kept keyframes alone. */
  decoding: 'all' | 'keyframes';
  candidates: Candidates;
  candidateSize: Size;
  /** Undefined for what is too short for a storyboard. */
  tiles: Tiles | undefined;
  /** Undefined for what is too short to move. */
  preview: PreviewPlan | undefined;
}

export interface Candidates {
  seconds: number[];
  /** Of each, its place among the kept keyframes. Empty where everything is decoded. */
  indexes: number[];
}

export interface Tiles {
  size: Size;
  count: number;
  /** From one to the next where everything is decoded. */
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
  /** Whether decoding can begin where the slice does. */
  atKeyframe: boolean;
}

interface KeyframeTimes {
  seconds: readonly number[];
  kept: readonly number[];
}

export const MOST_TILES = 100;
const LEAST_TILE_SECONDS = 1;
const TILE_SIDE_PIXELS = 192;
/** Nobody looks for a place in less. */
const LEAST_STORYBOARD_SECONDS = 3;
const CANDIDATES = 8;
const FIRST_CANDIDATE = 0.05;
const LAST_CANDIDATE = 0.95;
/** The widest address; a portrait picture is as high. */
export const STILL_SIDE_PIXELS = 1280;
const PREVIEW_SIDE_PIXELS = 480;
const PREVIEW_FRAME_RATE = 25;
const LEAST_PREVIEW_FRAME_RATE = 10;
const LEAST_PREVIEW_SECONDS = 0.5;
/** A film up to this long is its own preview. */
const WHOLE_PREVIEW_SECONDS = 8;
const SLICE_SECONDS = 0.8;
/** Of pixels in a second of processor time, as measured with h264. */
const DECODED_PIXELS_A_SECOND = 500e6;
/** So much processor time is cheaper than a worse storyboard. */
const CHEAP_DECODING_SECONDS = 3;
const ENOUGH_TILES = 24;
const ENOUGH_TILE_SECONDS = 2.5;
/** Of decoding everything, after which a handful of tiles must do. */
const DEAR_DECODING_SECONDS = 900;
const HANDFUL_OF_TILES = 8;

/** How long one of at most a hundred tiles stands for the film. */
export function tileSeconds(durationSeconds: number): number {
  return Math.max(LEAST_TILE_SECONDS, durationSeconds / MOST_TILES);
}

/** Whether it is so cheap to decode a film that looking for its keyframes does not pay. */
export function isCheapToDecode(film: Pictured): boolean {
  return decodingSeconds(film) <= CHEAP_DECODING_SECONDS;
}

/** A guess at the processor time that decoding a whole film takes. */
function decodingSeconds({ durationSeconds, width, height, frameRate }: Pictured): number {
  return (durationSeconds * (frameRate || 30) * width * height) / DECODED_PIXELS_A_SECOND;
}

/**
 * Whether the keyframes make as good a storyboard as all pictures would: enough of them, nowhere far apart. Where
 * decoding everything would take a quarter of an hour, a handful is enough.
 */
export function keyframesServe(film: Pictured, { kept }: KeyframeTimes): boolean {
  if (decodingSeconds(film) > DEAR_DECODING_SECONDS && kept.length >= HANDFUL_OF_TILES) return true;
  const { durationSeconds } = film;
  const enough = Math.min(ENOUGH_TILES, durationSeconds / ENOUGH_TILE_SECONDS);
  const ends = [...kept.slice(1), durationSeconds];
  const longest = Math.max(...ends.map((end, at) => end - (kept[at] ?? 0)));
  return kept.length >= enough && longest <= Math.max(20, 5 * tileSeconds(durationSeconds));
}

/** Decides where the pictures of a film come from: from its keyframes where these were looked for and serve. */
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

/** Eight places from 5 % to 95 % of a film. */
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
 * Slices for the preview: the whole of a short film, otherwise six to eight slices, one in each equal part of the
 * film, beginning at a keyframe where the part has one, so that nothing is decoded in vain.
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
