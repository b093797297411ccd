import type { ProbedVideo } from './probe.ts';
import { runFfprobe } from './run-ffmpeg.ts';

/** When picture and sound of a film begin and end, in seconds from the film's beginning. */
export interface FilmSpans {
  picture: Span;
  /** Undefined where there is no sound, or an empty track. */
  sound: Span | undefined;
  /** The time in the file at the film's beginning. */
  clockStart: number;
}

export interface Span {
  start: number;
  end: number;
}

type Streams = Pick<ProbedVideo, 'videoIndex' | 'audioIndex'>;

/** Throws ProcessError where the film cannot be read. */
export async function readFilmSpans(
  localPath: string,
  { probed, signal }: { probed: Streams; signal: AbortSignal },
): Promise<FilmSpans> {
  return spansOf(JSON.parse(await runFfprobe(spanArguments(localPath), { signal })), probed);
}

function spanArguments(localPath: string): string[] {
  const entries = 'format=start_time,duration:stream=index,start_time,duration';
  return ['-show_entries', entries, '-of', 'json', localPath];
}

interface SpanOutput {
  format?: { start_time?: string; duration?: string };
  streams?: { index?: number; start_time?: string; duration?: string }[];
}

export function spansOf(
  { format = {}, streams = [] }: SpanOutput,
  { videoIndex, audioIndex }: Streams,
): FilmSpans {
  // Like ffmpeg, we count from the start of the earliest stream.
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

/** What a film's packets tell without decoding. Times are in seconds from the film's beginning. */
export interface FilmPackets {
  /** The display times of frames that a player can start at. */
  keyframes: number[];
  /** Whether playback can really start at each of them: no later packet is displayed before it. */
  isClosed: boolean;
  bytes: number;
}

const KNOWN_LINE = /^(-?[\d.]+),(\d+),(\w*)/;

/** Listing the packets of an hour takes about a second. */
const CPU_PER_SECOND = 0.05;

/**
 * Reads a film's packets one by one, in stored order, without decoding. `clockStart` is the time in the file at the
 * film's beginning. Throws ProcessError.
 */
export async function readFilmPackets(
  localPath: string,
  options: { videoIndex: number; durationSeconds: number; clockStart: number; signal: AbortSignal },
): Promise<FilmPackets> {
  const { videoIndex, durationSeconds, clockStart, signal } = options;
  const reading = gatherPackets(clockStart);
  const cpuSeconds = Math.ceil(60 + durationSeconds * CPU_PER_SECOND);
  await runFfprobe(packetArguments(localPath, videoIndex), { signal, cpuSeconds, onLine: reading.add });
  return reading.packets;
}

function packetArguments(localPath: string, videoIndex: number): string[] {
  const entries = ['-show_entries', 'packet=pts_time,size,flags'];
  return ['-select_streams', String(videoIndex), ...entries, '-of', 'csv=p=0', localPath];
}

/** Parses lines such as `0.033333,12873,K_`. Frames that are never displayed break what follows them. */
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
