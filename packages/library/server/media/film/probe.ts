import { open } from 'node:fs/promises';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import type { ProcessError } from '@vesper/core/lib/run-process.ts';
import { isCutOff } from './cut-off.ts';
import { blameFile, isRefusal } from './refusal.ts';
import { runFfprobe } from './run-ffmpeg.ts';
import { AUDIO_CODECS, MOST_PIXELS, VIDEO_CODECS } from './safe-input.ts';

/** What a file says about itself, which may be false. */
export interface ProbedVideo {
  /** From the header; 0 if missing. True for a film made by `makeFilm`. */
  durationSeconds: number;
  /** As displayed: rotated, with square pixels. */
  width: number;
  height: number;
  /** Degrees, clockwise, by which players rotate the stored picture. */
  rotation: 0 | 90 | 180 | 270;
  pixelAspect: number;
  /** ffprobe's name: `h264`. */
  videoCodec: string;
  videoProfile: string | undefined;
  /** `yuv420p`; empty if nothing could be decoded. */
  pixelFormat: string;
  /** `smpte2084` and `arib-std-b67` are HDR. */
  colorTransfer: string | undefined;
  /** On average, per second; 0 if unknown. */
  frameRate: number;
  interlaced: boolean;
  hasAudio: boolean;
  audioCodec: string | undefined;
  audioProfile: string | undefined;
  audioChannels: number;
  audioSampleRate: number;
  /** Of the whole file, in bits per second. */
  bitRate: number | undefined;
  sizeBytes: number;
  /** For some containers a list: `mov,mp4,m4a,3gp,3g2,mj2`. */
  formatName: string;
  videoIndex: number;
  audioIndex: number | undefined;
}

/** Throws SourceError `not_video` unless the file holds a moving picture in an accepted format; checks no packets. */
export async function probeVideo(
  localPath: string,
  { signal }: { signal: AbortSignal },
): Promise<ProbedVideo> {
  try {
    return readProbe(JSON.parse(await runFfprobe(probeArguments(localPath), { signal })));
  } catch (error) {
    const sentence = isRefusal(error)
      ? (unacceptedMessage(error) ?? (await unreadableMessage(localPath)))
      : '';
    throw blameFile(error, sentence);
  }
}

function unacceptedMessage({ stderr }: ProcessError): string | undefined {
  const codec = /Codec \((\w+)\) not on whitelist/.exec(stderr)?.[1];
  return codec ? `The file contains ${codec}, which is not accepted.` : undefined;
}

export function probeArguments(localPath: string): string[] {
  const format = 'format=format_name,duration,bit_rate,size';
  const stream = [
    ...['index', 'codec_type', 'codec_name', 'profile', 'width', 'height', 'pix_fmt', 'sample_aspect_ratio'],
    ...[
      'field_order',
      'color_transfer',
      'avg_frame_rate',
      'r_frame_rate',
      'duration',
      'channels',
      'sample_rate',
    ],
  ].join();
  return [
    ...['-show_entries', `${format}:stream=${stream}`],
    ...['-show_entries', 'stream_disposition=attached_pic,default:stream_side_data=rotation'],
    ...['-of', 'json', localPath],
  ];
}

interface ProbedStream {
  index?: number;
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  field_order?: string;
  color_transfer?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  duration?: string;
  channels?: number;
  sample_rate?: string;
  disposition?: { attached_pic?: number; default?: number };
  side_data_list?: { rotation?: number }[];
}

interface ProbeOutput {
  format?: { format_name?: string; duration?: string; bit_rate?: string; size?: string };
  streams?: ProbedStream[];
}

export function readProbe({ format = {}, streams = [] }: ProbeOutput): ProbedVideo {
  const video = chooseVideo(streams);
  const audio = chooseAudio(streams);
  const bitRate = positive(format.bit_rate);
  return {
    durationSeconds: positive(format.duration) || positive(video.duration),
    ...readShape(video),
    videoCodec: video.codec_name ?? '',
    videoProfile: video.profile,
    pixelFormat: video.pix_fmt ?? '',
    colorTransfer: video.color_transfer,
    frameRate: readRate(video),
    interlaced: ['tt', 'bb', 'tb', 'bt'].includes(video.field_order ?? ''),
    hasAudio: audio !== undefined,
    audioCodec: audio?.codec_name,
    audioProfile: audio?.profile,
    audioChannels: audio?.channels ?? 0,
    audioSampleRate: positive(audio?.sample_rate),
    bitRate: bitRate > 0 ? bitRate : undefined,
    sizeBytes: positive(format.size),
    formatName: format.format_name ?? '',
    videoIndex: video.index ?? 0,
    audioIndex: audio?.index,
  };
}

function chooseVideo(streams: readonly ProbedStream[]): ProbedStream {
  const moving = streams.filter(
    ({ codec_type, width, height, disposition }) =>
      codec_type === 'video' && width && height && !disposition?.attached_pic,
  );
  const chosen = moving.find(({ codec_name = '' }) => VIDEO_CODECS.has(codec_name)) ?? moving[0];
  if (!chosen) throw new SourceError('not_video', 'The file has no moving picture.');
  const { codec_name = 'unknown', width = 0, height = 0 } = chosen;
  if (!VIDEO_CODECS.has(codec_name)) {
    throw new SourceError('not_video', `The picture is encoded as ${codec_name}, which is not accepted.`);
  }
  if (width * height > MOST_PIXELS) {
    const most = `${MOST_PIXELS / 1e6} million pixels`;
    throw new SourceError(
      'not_video',
      `The picture is ${width} by ${height} pixels; at most ${most} are accepted.`,
    );
  }
  return chosen;
}

function chooseAudio(streams: readonly ProbedStream[]): ProbedStream | undefined {
  const heard = streams.filter(
    ({ codec_type, codec_name = '', channels = 0 }) =>
      codec_type === 'audio' && channels > 0 && AUDIO_CODECS.has(codec_name),
  );
  return heard.find(({ disposition }) => disposition?.default) ?? heard[0];
}

function readShape(stream: ProbedStream): Pick<ProbedVideo, 'width' | 'height' | 'rotation' | 'pixelAspect'> {
  const { width = 0, height = 0, sample_aspect_ratio, side_data_list = [] } = stream;
  const turn = side_data_list.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  const rotation = ((((Math.round(-turn / 90) * 90) % 360) + 360) % 360) as ProbedVideo['rotation'];
  const pixelAspect = ratio(sample_aspect_ratio?.replace(':', '/')) || 1;
  const shownWidth = Math.max(1, Math.round(width * pixelAspect));
  return rotation % 180 === 90
    ? { width: height, height: shownWidth, rotation, pixelAspect }
    : { width: shownWidth, height, rotation, pixelAspect };
}

/** No camera exceeds it; hostile files do, with tiny packets. */
const MOST_FRAMES = 1000;

/** `r_frame_rate` is ffprobe's guess, or the clock's ticks. */
function readRate({ avg_frame_rate, r_frame_rate }: ProbedStream): number {
  const average = ratio(avg_frame_rate);
  if (average > MOST_FRAMES) {
    const said = `${Math.round(average)} frames per second`;
    throw new SourceError('not_video', `The file claims ${said}, which is not accepted.`);
  }
  const guess = ratio(r_frame_rate);
  return average || (guess > MOST_FRAMES ? 0 : guess);
}

function positive(text: string | undefined): number {
  const value = Number(text);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** 29.97 for '30000/1001'; 0 for '0/0'. */
function ratio(text = ''): number {
  const [above, below] = text.split('/').map(Number);
  return above && below && above > 0 && below > 0 ? above / below : 0;
}

const HEAD_BYTES = 4096;

/** Says what an unreadable file is instead of a video, from its first bytes. */
export async function unreadableMessage(localPath: string): Promise<string> {
  const head = await readHead(localPath);
  if (head.length === 0) return 'The file is empty.';
  const text = head.toString('utf8').trimStart();
  if (/^(?:#EXTM3U|ffconcat|<\?xml[^>]*>\s*<MPD|<MPD|\[playlist\])/i.test(text)) {
    return 'The file is a playlist that names other files, not a video.';
  }
  if (!head.includes(0) && !text.includes('\ufffd')) return 'The file is text, not a video.';
  if ((await isCutOff(localPath)) === true) {
    return 'The file is cut off before its index.';
  }
  return 'The file is not a readable video.';
}

async function readHead(localPath: string): Promise<Buffer> {
  const file = await open(localPath);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
