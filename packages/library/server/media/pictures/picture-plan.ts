export interface Size {
  width: number;
  height: number;
}

export interface Pictured extends Size {
  durationSeconds: number;
  /** 0 if unknown. */
  frameRate?: number;
}

export interface PicturedFilm {
  localPath: string;
  probed: Pictured;
}

export interface PicturePlan {
  candidates: readonly number[];
  candidateSize: Size;
  tiles: Tiles | undefined;
  preview: PreviewPlan | undefined;
}

export interface Tiles {
  size: Size;
  count: number;
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
}

export const MOST_TILES = 100;
const LEAST_TILE_SECONDS = 1;
const TILE_SIDE_PIXELS = 192;
/** Too short to seek in. */
const LEAST_STORYBOARD_SECONDS = 3;
const CANDIDATES = 8;
const FIRST_CANDIDATE = 0.05;
const LAST_CANDIDATE = 0.95;
/** The largest served width; for a portrait, the height. */
export const STILL_SIDE_PIXELS = 1280;
const PREVIEW_SIDE_PIXELS = 480;
const PREVIEW_FRAME_RATE = 25;
const LEAST_PREVIEW_FRAME_RATE = 10;
const LEAST_PREVIEW_SECONDS = 0.5;
/** Shorter films are their own preview. */
const WHOLE_PREVIEW_SECONDS = 8;
const SLICE_SECONDS = 0.8;
/** Per second of processor time, measured with h264. */
const DECODED_PIXELS_A_SECOND = 500e6;
/** Worth a better storyboard. */
const CHEAP_DECODING_SECONDS = 3;

/** Whether the whole film is decoded without trying its keyframes first. */
export function isCheapToDecode({ durationSeconds, width, height, frameRate }: Pictured): boolean {
  const pixels = durationSeconds * (frameRate || 30) * width * height;
  return pixels / DECODED_PIXELS_A_SECOND <= CHEAP_DECODING_SECONDS;
}

export function planPictures(film: Pictured): PicturePlan {
  const step = (LAST_CANDIDATE - FIRST_CANDIDATE) / (CANDIDATES - 1);
  return {
    candidateSize: fitBox(film, square(STILL_SIDE_PIXELS)),
    candidates: Array.from(
      { length: CANDIDATES },
      (_, at) => film.durationSeconds * (FIRST_CANDIDATE + at * step),
    ),
    tiles: planTiles(film),
    preview: planPreview(film),
  };
}

function square(side: number): Size {
  return { width: side, height: side };
}

function planTiles(film: Pictured): Tiles | undefined {
  const { durationSeconds } = film;
  if (durationSeconds < LEAST_STORYBOARD_SECONDS) return undefined;
  const stepSeconds = Math.max(LEAST_TILE_SECONDS, durationSeconds / MOST_TILES);
  return {
    size: fitBox(film, square(TILE_SIDE_PIXELS)),
    count: Math.min(MOST_TILES, Math.round(durationSeconds / stepSeconds)),
    stepSeconds,
  };
}

function planPreview(film: Pictured): PreviewPlan | undefined {
  const { durationSeconds, frameRate } = film;
  if (durationSeconds < LEAST_PREVIEW_SECONDS) return undefined;
  const wantedRate = Math.max(frameRate || PREVIEW_FRAME_RATE, LEAST_PREVIEW_FRAME_RATE);
  return {
    size: fitEvenly(film, square(PREVIEW_SIDE_PIXELS)),
    frameRate: Math.min(PREVIEW_FRAME_RATE, wantedRate),
    slices: planSlices(durationSeconds),
  };
}

/** All of a short film, otherwise six to eight slices, one in the middle of each equal part. */
export function planSlices(durationSeconds: number): Slice[] {
  if (durationSeconds <= WHOLE_PREVIEW_SECONDS) return [{ atSeconds: 0, seconds: durationSeconds }];
  const count = Math.min(8, Math.max(6, Math.floor(durationSeconds / 2)));
  const part = durationSeconds / count;
  return Array.from({ length: count }, (_, at) => ({
    atSeconds: part * (at + 0.5) - SLICE_SECONDS / 2,
    seconds: SLICE_SECONDS,
  }));
}

/** Whole pixels that fit a box and keep the shape; never enlarged. */
export function fitBox({ width, height }: Size, box: Size): Size {
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: wholePixels(width * scale), height: wholePixels(height * scale) };
}

/** Even numbers, for encoders. */
function fitEvenly(size: Size, box: Size): Size {
  const { width, height } = fitBox(size, box);
  return { width: Math.max(2, width - (width % 2)), height: Math.max(2, height - (height % 2)) };
}

function wholePixels(length: number): number {
  return Math.max(1, Math.round(length));
}
