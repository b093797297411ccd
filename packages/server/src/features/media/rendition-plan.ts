import type { FilmPackets } from './film-packets.ts';
import type { FilmStreams, PictureStream, SoundStream } from './film-streams.ts';

/** How long a segment is, in seconds, as nearly as keyframes allow. */
export const SEGMENT_SECONDS = 4;

export interface RenditionPlan {
  /** From the lowest to the highest. */
  pictures: PicturePlan[];
  sound: SoundPlan | undefined;
  /** When keyframes have to be, so that all are cut where the copied one is; without it every four seconds. */
  cuts: number[] | undefined;
  isInterlaced: boolean;
  /** Frames a second, on average; `isThinned` where the film has more than that. */
  frameRate: number;
  isThinned: boolean;
  /** For how many seconds the last frame is shown on, where the sound goes on after it. */
  stillSeconds: number;
  /** When the picture begins and ends, in seconds. */
  start: number;
  end: number;
}

export interface PicturePlan {
  /** The shorter side, by which people call it: 720 for 1280x720 and for 720x1280. */
  rung: number;
  width: number;
  height: number;
  how: 'copy' | 'encode';
  /** Bits a second that it never exceeds for long. */
  maxRate: number;
}

export interface SoundPlan {
  how: 'copy' | 'encode';
  channels: number;
  sampleRate: number;
  /** When it ends, in seconds. */
  end: number;
}

const MOST_FRAMES_A_SECOND = 60;
/** Keyframes further apart than this would make segments that players wait for. */
const LONGEST_GAP_SECONDS = 5;
/** Of times on a command line, which the system bounds. */
const MOST_CUTS = 9000;
const LEAST_RATE = 600_000;
/** A source may be this much heavier than what we would make of it, since coding it again costs quality. */
const COPY_RATE_FACTOR = 1.5;
/** The own size of a film takes the place of a rung that it exceeds by less than this. */
const NEAR_FACTOR = 1.25;

/** `packets` is undefined where nobody has looked, or where nothing may be copied. */
export function planRenditions(
  { picture, sound }: FilmStreams,
  packets: FilmPackets | undefined,
  heights: readonly number[],
): RenditionPlan {
  const frameRate = calmFrameRate(picture.frameRate);
  const stillSeconds = sound && sound.end - picture.end > 1 ? sound.end - picture.end : 0;
  const pictures = rungsOf(picture, heights).map((rung) => planPicture(picture, rung));
  const top = pictures.at(-1);
  const copies = packets && stillSeconds === 0 && top && canCopy(picture, packets, top) ? packets : undefined;
  if (copies && top) top.how = 'copy';
  const end = picture.end + stillSeconds;
  return {
    pictures,
    sound: sound && planSound(sound, end),
    cuts: copies && cutTimes(copies.keyframes),
    isInterlaced: picture.isInterlaced,
    frameRate,
    isThinned: frameRate < picture.frameRate,
    stillSeconds,
    start: picture.start,
    end,
  };
}

/**
 * The shorter sides in which a film is offered, from low to high: those wanted that it reaches, and its own if that
 * lies between two of them, which takes the place of the one below if they are nearly alike. Never more than it has.
 */
export function rungsOf({ width, height }: PictureStream, wanted: readonly number[]): number[] {
  const own = evenDown(Math.min(width, height));
  const rungs = [...new Set(wanted)].filter((rung) => rung <= own).sort((a, b) => a - b);
  const below = rungs.at(-1);
  if (below === own || (below !== undefined && own > Math.max(...wanted))) return rungs;
  if (below !== undefined && own / below < NEAR_FACTOR) rungs.pop();
  return [...rungs, own];
}

function planPicture(picture: PictureStream, rung: number): PicturePlan {
  const scale = rung / Math.min(picture.width, picture.height);
  const side = (length: number) => Math.min(2 * Math.round((length * scale) / 2), evenDown(length));
  const [width, height] = [side(picture.width), side(picture.height)];
  const maxRate = maxRateOf(width * height, calmFrameRate(picture.frameRate));
  return { rung, width, height, how: 'encode', maxRate };
}

/**
 * In bits a second: 0.8 million for 640x360 with 30 frames a second, 2.5 for 1280x720, 5 for 1920x1080, and 0.6 at
 * the least. More pixels need fewer bits each, and so do more frames.
 */
export function maxRateOf(pixels: number, frameRate: number): number {
  const rate = 800_000 * (pixels / (640 * 360)) ** 0.834 * (frameRate / 30) ** 0.5;
  return Math.max(LEAST_RATE, Math.round(rate / 1000) * 1000);
}

/** More frames than 60 a second are thinned out evenly: 120 become 60, 144 become 48. */
export function calmFrameRate(frameRate: number): number {
  return frameRate / Math.max(1, Math.ceil((frameRate - 1) / MOST_FRAMES_A_SECOND));
}

/** Whether a film may be used as it is for its highest rendition. */
export function mayCopy(picture: PictureStream): boolean {
  return (
    picture.codec === 'h264' &&
    picture.pixelFormat === 'yuv420p' &&
    picture.isUpright &&
    !picture.isInterlaced &&
    calmFrameRate(picture.frameRate) === picture.frameRate
  );
}

function canCopy(
  picture: PictureStream,
  packets: FilmPackets,
  { width, height, maxRate }: PicturePlan,
): boolean {
  const { keyframes, isClosed, bytes } = packets;
  const seconds = picture.end - picture.start;
  return (
    mayCopy(picture) &&
    picture.width === width &&
    picture.height === height &&
    isClosed &&
    (bytes * 8) / seconds <= maxRate * COPY_RATE_FACTOR &&
    keyframes.every((time, i) => (keyframes[i + 1] ?? picture.end) - time <= LONGEST_GAP_SECONDS) &&
    seconds / SEGMENT_SECONDS <= MOST_CUTS
  );
}

/** Where ffmpeg cuts what it copies: at the first keyframe after each full four seconds. */
export function cutTimes(keyframes: readonly number[]): number[] {
  const [start = 0, ...others] = keyframes;
  const cuts: number[] = [];
  for (const time of others) {
    // Timestamps are read with six digits behind the point.
    if (time - start > (cuts.length + 1) * SEGMENT_SECONDS - 2e-6) cuts.push(time);
  }
  return cuts;
}

/** AAC of at most two channels stays as it is if it goes along with the picture from end to end. */
function planSound(sound: SoundStream, pictureEnd: number): SoundPlan {
  const isPlain = sound.codec === 'aac' && sound.profile === 'LC' && sound.channels <= 2;
  const isWhole = Math.abs(sound.start) < 0.05 && sound.end > pictureEnd - 1;
  return {
    how: isPlain && isWhole ? 'copy' : 'encode',
    channels: Math.min(sound.channels, 2) || 2,
    sampleRate: Math.min(sound.sampleRate || 48_000, 48_000),
    end: Math.max(sound.end, pictureEnd),
  };
}

function evenDown(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2));
}
