import { ProcessError, runProcess } from '../../lib/run-process.ts';
import { SourceError } from '../../lib/source-error.ts';

export interface ProbedVideo {
  durationSeconds: number;
  /** As shown: turned upright where the file says so. */
  width: number;
  height: number;
  extension: 'mp4' | 'webm';
}

/**
 * Containers that may be opened at all. Without this list a playlist with an .mp4 name makes ffmpeg read
 * other files of the machine, whatever the protocol whitelist says.
 */
const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm';
/** What every current browser plays. */
const MAX_DURATION_SECONDS = 7 * 86_400;
const BROWSER_CODECS = new Set(['h264', 'vp8', 'vp9', 'av1']);

/** Arguments that go before `-i` of every ffmpeg and ffprobe: local files of known formats, nothing else. */
export const SAFE_INPUT = ['-protocol_whitelist', 'file', '-format_whitelist', FORMATS] as const;

/** Reads what kind of video a local file is. Throws SourceError unless a browser can play it. */
export async function probeVideo(localPath: string, signal: AbortSignal): Promise<ProbedVideo> {
  try {
    const { stdout } = await runProcess('ffprobe', probeArguments(localPath), { timeoutMs: 60_000, signal });
    return readProbe(JSON.parse(stdout.toString('utf8')));
  } catch (error) {
    if (error instanceof ProcessError && error.exitCode !== null) {
      throw new SourceError('not_video', 'The file is not a video that can be read.');
    }
    throw error;
  }
}

export function probeArguments(localPath: string): string[] {
  return [
    ...['-v', 'error', ...SAFE_INPUT],
    ...['-show_entries', 'format=format_name,duration:stream=codec_type,codec_name,width,height,duration'],
    ...['-show_entries', 'stream_disposition=attached_pic:stream_side_data=rotation'],
    ...['-of', 'json', '-i', `file:${localPath}`],
  ];
}

interface ProbeOutput {
  format?: { format_name?: string; duration?: string };
  streams?: {
    codec_type?: string;
    codec_name?: string;
    width?: number;
    height?: number;
    duration?: string;
    disposition?: { attached_pic?: number };
    side_data_list?: { rotation?: number }[];
  }[];
}

export function readProbe(output: ProbeOutput): ProbedVideo {
  const stream = output.streams?.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  if (!stream?.width || !stream.height)
    throw new SourceError('not_video', 'The file has no moving picture in it.');
  const durationSeconds = Number(output.format?.duration ?? stream.duration ?? 0);
  if (!(durationSeconds > 0))
    throw new SourceError('not_video', 'The file does not say how long the video is.');
  if (durationSeconds > MAX_DURATION_SECONDS) {
    throw new SourceError('not_video', 'The file says that the video is longer than a week.');
  }
  if (!BROWSER_CODECS.has(stream.codec_name ?? '')) {
    throw new SourceError(
      'not_video',
      `The picture is coded as ${stream.codec_name}, which browsers cannot play.`,
    );
  }
  const formats = output.format?.format_name?.split(',') ?? [];
  if (!formats.includes('mp4') && stream.codec_name === 'h264') {
    throw new SourceError('not_video', 'The file is a Matroska video, which not every browser can play.');
  }
  const turned = stream.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  return {
    durationSeconds,
    width: turned ? stream.height : stream.width,
    height: turned ? stream.width : stream.height,
    extension: formats.includes('mp4') ? 'mp4' : 'webm',
  };
}
