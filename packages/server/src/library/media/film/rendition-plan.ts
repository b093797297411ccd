import type { FilmPackets, FilmSpans, Span } from './film-times.ts';
import type { ProbedVideo } from './probe.ts';

/** How long a segment is, in seconds, as nearly as keyframes allow. */
export const SEGMENT_SECONDS = 4;

export interface RenditionPlan {
  videoIndex: number;
  audioIndex: number | undefined;
  /** From the lowest to the highest. */
  pictures: PicturePlan[];
  sound: SoundPlan | undefined;
  /** When keyframes have to be, so that all are cut where the copied one is; without it every four seconds. */
  cuts: number[] | undefined;
  isInterlaced: boolean;
  /** Frames a second, on average; `isEven` where they are made to come at even times, whatever the film's do. */
  frameRate: number;
  isEven: boolean;
  /** For how many seconds the first frame is shown before its time, where the sound begins so much earlier. */
  leadSeconds: number;
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

type Size = Pick<ProbedVideo, 'width' | 'height'>;

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

/** Players begin with the first frame: sound that is further ahead of it, in seconds, would be lost. */
const LONGEST_BLANK_START = 0.3;
/** Frames that have to be filled in come at least so often a second. */
const LEAST_EVEN_RATE = 10;

/**
 * Decides in which qualities a film is offered, and how each is made. `packets` is undefined if not yet read from
 * them, or where nothing may be copied. `isEven` fills in frames where the film has none for a while.
 */
export function planRenditions(
  probed: ProbedVideo,
  {
    spans,
    packets,
    heights,
    isEven = false,
  }: { spans: FilmSpans; packets?: FilmPackets | undefined; heights: readonly number[]; isEven?: boolean },
): RenditionPlan {
  const { picture, sound } = spans;
  const leadSeconds = sound && picture.start > LONGEST_BLANK_START ? picture.start : 0;
  const evenRate = isEven || leadSeconds > 0 ? LEAST_EVEN_RATE : 0;
  const frameRate = Math.max(evenRate, calmFrameRate(rateOf(probed)));
  const stillSeconds = sound && sound.end - picture.end > 1 ? sound.end - picture.end : 0;
  const pictures = rungsOf(probed, heights).map((rung) => planPicture(probed, rung));
  const top = pictures.at(-1);
  const isCopy =
    packets &&
    stillSeconds === 0 &&
    leadSeconds === 0 &&
    top &&
    suitsAsTop({ probed, picture, packets, top });
  if (isCopy) top.how = 'copy';
  const end = picture.end + stillSeconds;
  return {
    videoIndex: probed.videoIndex,
    audioIndex: probed.audioIndex,
    pictures,
    sound: sound && planSound(probed, sound, end),
    cuts: isCopy ? cutTimes(packets.keyframes) : undefined,
    isInterlaced: probed.interlaced,
    frameRate,
    isEven: evenRate > 0 || frameRate < rateOf(probed),
    leadSeconds,
    stillSeconds,
    start: leadSeconds > 0 ? 0 : picture.start,
    end,
  };
}

/**
 * The shorter sides in which a film is offered, from low to high: those wanted that it reaches, and its own if that
 * lies between two of them, which takes the place of the one below if they are nearly alike. Never more than it has.
 */
export function rungsOf({ width, height }: Size, wanted: readonly number[]): number[] {
  const own = evenDown(Math.min(width, height));
  const rungs = [...new Set(wanted)].filter((rung) => rung <= own).sort((a, b) => a - b);
  const below = rungs.at(-1);
  if (below === own || (below !== undefined && own > Math.max(...wanted))) return rungs;
  if (below !== undefined && own / below < NEAR_FACTOR) rungs.pop();
  return [...rungs, own];
}

function planPicture(probed: ProbedVideo, rung: number): PicturePlan {
  const scale = rung / Math.min(probed.width, probed.height);
  const side = (length: number) => Math.min(2 * Math.round((length * scale) / 2), evenDown(length));
  const [width, height] = [side(probed.width), side(probed.height)];
  const maxRate = maxRateOf(width * height, calmFrameRate(rateOf(probed)));
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

/** A film that does not say how many frames a second it has is taken for one of the usual. */
function rateOf({ frameRate }: ProbedVideo): number {
  return frameRate || 25;
}

/** Whether a film, as far as its header tells, may be used as it is for its highest rendition. */
export function mayCopy(probed: ProbedVideo): boolean {
  return (
    probed.videoCodec === 'h264' &&
    /^yuvj?420p$/.test(probed.pixelFormat) &&
    probed.rotation === 0 &&
    probed.pixelAspect === 1 &&
    !probed.interlaced &&
    calmFrameRate(rateOf(probed)) === rateOf(probed)
  );
}

interface TopCandidate {
  probed: ProbedVideo;
  picture: Span;
  packets: FilmPackets;
  top: PicturePlan;
}

function suitsAsTop({ probed, picture, packets, top }: TopCandidate): boolean {
  const { keyframes, isClosed, bytes } = packets;
  const seconds = picture.end - picture.start;
  return (
    mayCopy(probed) &&
    probed.width === top.width &&
    probed.height === top.height &&
    isClosed &&
    (bytes * 8) / seconds <= top.maxRate * COPY_RATE_FACTOR &&
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

/** Sound that ends so much before the picture, in seconds, is filled up with silence. */
const LONGEST_SILENT_END = 0.3;

/** AAC of at most two channels stays as it is if it goes along with the picture from end to end. */
function planSound(probed: ProbedVideo, sound: Span, pictureEnd: number): SoundPlan {
  const { audioCodec, audioProfile, audioChannels, audioSampleRate } = probed;
  const isPlain = audioCodec === 'aac' && audioProfile === 'LC' && audioChannels <= 2;
  const isWhole = Math.abs(sound.start) < 0.05 && sound.end > pictureEnd - LONGEST_SILENT_END;
  return {
    how: isPlain && isWhole ? 'copy' : 'encode',
    channels: Math.min(audioChannels, 2) || 2,
    sampleRate: Math.min(audioSampleRate || 48_000, 48_000),
    end: Math.max(sound.end, pictureEnd),
  };
}

function evenDown(length: number): number {
  return Math.max(2, 2 * Math.floor(length / 2));
}
