import { runProcess } from '../../lib/run-process.ts';
import { SAFE_INPUT } from './safe-input.ts';

/** What is inside a film, as far as its renditions depend on it. Times are in seconds from the film's beginning. */
export interface FilmStreams {
  picture: PictureStream;
  /** The first sound, if there is any. */
  sound: SoundStream | undefined;
  /** What the file's own clock says at the beginning. */
  clockStart: number;
}

export interface PictureStream {
  codec: string;
  pixelFormat: string;
  /** As shown, in square pixels. */
  width: number;
  height: number;
  /** Whether the frames are stored as they are shown: upright, with square pixels. */
  isUpright: boolean;
  isInterlaced: boolean;
  /** Frames a second, on average. */
  frameRate: number;
  start: number;
  end: number;
}

export interface SoundStream {
  codec: string;
  /** As ffmpeg calls it: `LC`, `HE-AAC`. */
  profile: string;
  channels: number;
  sampleRate: number;
  start: number;
  end: number;
}

/** Reads what is inside a local film that `probeVideo` has accepted. Throws ProcessError if it cannot be read. */
export async function readFilmStreams(localPath: string, signal: AbortSignal): Promise<FilmStreams> {
  const { stdout } = await runProcess('ffprobe', streamArguments(localPath), { timeoutMs: 60_000, signal });
  return readStreams(JSON.parse(stdout.toString('utf8')));
}

export function streamArguments(localPath: string): string[] {
  const general = 'index,codec_type,codec_name,profile,start_time,duration';
  const picture = 'width,height,pix_fmt,sample_aspect_ratio,field_order,avg_frame_rate';
  return [
    ...['-v', 'error', ...SAFE_INPUT, '-show_entries'],
    `format=start_time,duration:stream=${general},${picture},channels,sample_rate` +
      ':stream_disposition=attached_pic:stream_side_data=rotation',
    ...['-of', 'json', '-i', `file:${localPath}`],
  ];
}

interface StreamOutput {
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  start_time?: string;
  duration?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  field_order?: string;
  avg_frame_rate?: string;
  channels?: number;
  sample_rate?: string;
  disposition?: { attached_pic?: number };
  side_data_list?: { rotation?: number }[];
}

export interface StreamsOutput {
  format?: { start_time?: string; duration?: string };
  streams?: StreamOutput[];
}

export function readStreams({ format = {}, streams = [] }: StreamsOutput): FilmStreams {
  const picture = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  const sound = streams.find((one) => one.codec_type === 'audio' && !isEmpty(one));
  if (!picture?.width || !picture.height) throw new Error('The film has no moving picture in it.');
  // As ffmpeg does, we count from where the first of a file's streams begins.
  const clockStart = numberOf(format.start_time);
  const spanOf = (stream: StreamOutput) => {
    const start = numberOf(stream.start_time) - clockStart;
    return { start, end: start + (numberOf(stream.duration) || numberOf(format.duration)) };
  };
  return {
    picture: { ...readPicture(picture), ...spanOf(picture) },
    sound: sound && { ...readSound(sound), ...spanOf(sound) },
    clockStart,
  };
}

function readPicture(stream: StreamOutput): Omit<PictureStream, 'start' | 'end'> {
  const { width = 0, height = 0 } = stream;
  const rotation = stream.side_data_list?.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  const pixelShape = ratioOf(stream.sample_aspect_ratio, ':') || 1;
  const shownWidth = Math.round(width * pixelShape);
  const isTurned = Math.abs(rotation) % 180 === 90;
  return {
    codec: stream.codec_name ?? '',
    pixelFormat: stream.pix_fmt ?? '',
    width: isTurned ? height : shownWidth,
    height: isTurned ? shownWidth : height,
    isUpright: rotation === 0 && pixelShape === 1,
    isInterlaced: !['progressive', 'unknown', undefined].includes(stream.field_order),
    frameRate: ratioOf(stream.avg_frame_rate, '/') || 25,
  };
}

function readSound(stream: StreamOutput): Omit<SoundStream, 'start' | 'end'> {
  return {
    codec: stream.codec_name ?? '',
    profile: stream.profile ?? '',
    channels: stream.channels ?? 0,
    sampleRate: numberOf(stream.sample_rate),
  };
}

/** A track without anything in it. */
function isEmpty({ duration }: StreamOutput): boolean {
  return duration !== undefined && numberOf(duration) < 0.1;
}

function numberOf(text: string | undefined): number {
  return Number(text) || 0;
}

/** Of `16:15` or `30000/1001`; 0 where it says nothing. */
function ratioOf(text: string | undefined, sign: string): number {
  const [over = 0, under = 0] = text?.split(sign).map(Number) ?? [];
  return over > 0 && under > 0 ? over / under : 0;
}
