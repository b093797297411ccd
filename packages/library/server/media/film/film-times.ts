import type { ProbedVideo } from './probe.ts';
import { runFfprobe } from './run-ffmpeg.ts';

/** In seconds from the film's beginning. */
export interface FilmSpans {
  picture: Span;
  /** Undefined if missing or empty. */
  sound: Span | undefined;
  /** The file's timestamp at the film's beginning. */
  clockStart: number;
}

export interface Span {
  start: number;
  end: number;
}

type Streams = Pick<ProbedVideo, 'videoIndex' | 'audioIndex'>;

/** Throws ProcessError if the film cannot be read. */
export async function readFilmSpans(
  localPath: string,
  { probed, signal }: { probed: Streams; signal: AbortSignal },
): Promise<FilmSpans> {
  const entries = 'format=start_time,duration:stream=index,start_time,duration';
  const output = await runFfprobe(['-show_entries', entries, '-of', 'json', localPath], { signal });
  return spansOf(JSON.parse(output), probed);
}

interface SpanOutput {
  format?: { start_time?: string; duration?: string };
  streams?: { index?: number; start_time?: string; duration?: string }[];
}

export function spansOf(
  { format = {}, streams = [] }: SpanOutput,
  { videoIndex, audioIndex }: Streams,
): FilmSpans {
  // Like ffmpeg, counts from the start of the earliest stream.
  const clockStart = numberOf(format.start_time);
  const spanAt = (index: number): Span => {
    const stream = streams.find((one) => one.index === index);
    const start = numberOf(stream?.start_time) - clockStart;
    return { start, end: start + numberOf(stream?.duration ?? format.duration) };
  };
  const sound = audioIndex === undefined ? undefined : spanAt(audioIndex);
  const isEmpty = sound !== undefined && sound.end - sound.start < 0.1;
  return { picture: spanAt(videoIndex), sound: isEmpty ? undefined : sound, clockStart };
}

function numberOf(text: string | undefined): number {
  return Number(text) || 0;
}

/** In seconds from the film's beginning. */
export interface FilmPackets {
  /** Display times of the frames that a player can start at. */
  keyframes: number[];
  /** Whether playback can start at each of them: no later packet is displayed before it. */
  isClosed: boolean;
  bytes: number;
}

const KNOWN_LINE = /^(-?[\d.]+),(\d+),(\w*)/;

/** Listing the packets of an hour takes about a second. */
const CPU_PER_SECOND = 0.05;

/** Reads packets in stored order, without decoding; `clockStart` as in FilmSpans. Throws ProcessError. */
export async function readFilmPackets(
  localPath: string,
  options: { videoIndex: number; durationSeconds: number; clockStart: number; signal: AbortSignal },
): Promise<FilmPackets> {
  const { videoIndex, durationSeconds, clockStart, signal } = options;
  const { packets, add } = gatherPackets(clockStart);
  const entries = ['-show_entries', 'packet=pts_time,size,flags'];
  await runFfprobe(['-select_streams', String(videoIndex), ...entries, '-of', 'csv=p=0', localPath], {
    ...{ signal, onLine: add },
    cpuSeconds: Math.ceil(60 + durationSeconds * CPU_PER_SECOND),
  });
  return packets;
}

/** Parses lines such as `0.033333,12873,K_`. Frames that are never displayed break those after them. */
export function gatherPackets(clockStart = 0): { packets: FilmPackets; add: (line: string) => void } {
  const packets: FilmPackets = { keyframes: [], isClosed: true, bytes: 0 };
  const add = (line: string) => {
    if (line === '') return;
    const [, shownAt, size, flags = ''] = KNOWN_LINE.exec(line) ?? [];
    const last = packets.keyframes.at(-1);
    const time = Number(shownAt) - clockStart;
    packets.bytes += Number(size) || 0;
    if (flags.startsWith('K')) packets.keyframes.push(time);
    else if (last === undefined || !(time > last)) packets.isClosed = false;
    if (flags.includes('D') || !(time >= (last ?? 0))) packets.isClosed = false;
  };
  return { packets, add };
}
