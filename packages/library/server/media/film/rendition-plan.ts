import type { FilmPackets, FilmSpans, Span } from './film-times.ts';
import type { ProbedVideo } from './probe.ts';

/** In seconds, as nearly as keyframes allow. */
export const SEGMENT_SECONDS = 4;

export interface RenditionPlan {
  videoIndex: number;
  audioIndex: number | undefined;
  /** From low to high. */
  pictures: PicturePlan[];
  sound: SoundPlan | undefined;
  /** The copied rendition's keyframes, for all renditions; undefined: every four seconds. */
  cuts: number[] | undefined;
  isInterlaced: boolean;
  /** Per second, on average; `isEven` spaces frames evenly, unlike the film's. */
  frameRate: number;
  isEven: boolean;
  /** For how many seconds the first frame is shown early, because the sound begins earlier. */
  leadSeconds: number;
  /** For how many seconds the last frame stays, because the sound ends later. */
  stillSeconds: number;
  /** Of the picture, in seconds. */
  start: number;
  end: number;
}

export interface PicturePlan {
  /** The shorter side: 720 for 1280x720 and for 720x1280. */
  rung: number;
  width: number;
  height: number;
  how: 'copy' | 'encode';
  /** The maximum bits per second. */
  maxRate: number;
}

type Size = Pick<ProbedVideo, 'width' | 'height'>;

export interface SoundPlan {
  how: 'copy' | 'encode';
  channels: number;
  sampleRate: number;
  /** In seconds. */
  end: number;
}

const MOST_FRAMES_A_SECOND = 60;
const LONGEST_GAP_SECONDS = 5;
/** Times on a command line, whose length is limited. */
const MOST_CUTS = 9000;
const LEAST_RATE = 600_000;
/** A copied rendition may be this much heavier than ours: encoding again costs quality. */
const COPY_RATE_FACTOR = 1.5;
/** The film's own size replaces a rung that it exceeds by less than this. */
const NEAR_FACTOR = 1.25;

/** In seconds: players begin with the first frame and would skip longer sound before it. */
const LONGEST_BLANK_START = 0.3;
/** Per second. */
const LEAST_EVEN_RATE = 10;

/** `packets` allow copying the top rendition. `isEven` fills gaps between frames. */
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

/** The wanted rungs that the film reaches, and its own size if between two; never enlarged. */
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

/** Bits per second: 0.8 million for 640x360 at 30 frames, 2.5 for 1280x720, 5 for 1920x1080. */
export function maxRateOf(pixels: number, frameRate: number): number {
  const rate = 800_000 * (pixels / (640 * 360)) ** 0.834 * (frameRate / 30) ** 0.5;
  return Math.max(LEAST_RATE, Math.round(rate / 1000) * 1000);
}

/** At most 60, by dropping frames evenly: 120 become 60, 144 become 48. */
export function calmFrameRate(frameRate: number): number {
  return frameRate / Math.max(1, Math.ceil((frameRate - 1) / MOST_FRAMES_A_SECOND));
}

function rateOf({ frameRate }: ProbedVideo): number {
  return frameRate || 25;
}

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

/** Like ffmpeg: at the first keyframe after each full four seconds. */
export function cutTimes(keyframes: readonly number[]): number[] {
  const [start = 0, ...others] = keyframes;
  const cuts: number[] = [];
  for (const time of others) {
    // Timestamps have six decimals.
    if (time - start > (cuts.length + 1) * SEGMENT_SECONDS - 2e-6) cuts.push(time);
  }
  return cuts;
}

const LONGEST_SILENT_END = 0.3;

/** Copies AAC with at most two channels that spans the whole picture. */
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
