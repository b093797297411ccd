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
