import type { Clip } from './clip.ts';

/** Where ffmpeg is to write the clip and its thumbnail: two paths. */
export interface ClipOutput {
  readonly video: string;
  readonly thumbnail: string;
}

const KEYFRAME_SECONDS = 2;
const FADE_SECONDS = 0.4;

/**
 * The arguments with which ffmpeg makes a clip (H.264 and AAC in MP4, index in front) and, from the
 * frame at a quarter of it, a JPEG thumbnail. Pure: nothing is read and nothing started.
 */
export function clipArguments(clip: Clip, output: ClipOutput): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'],
    ...lavfiInput(clip.picture(clip), clip.durationSeconds),
    ...lavfiInput(clip.sound, clip.durationSeconds),
    ...videoArguments(clip, output.video),
    ...thumbnailArguments(clip, output.thumbnail),
  ];
}

function lavfiInput(graph: string, seconds: number): string[] {
  return ['-f', 'lavfi', '-t', String(seconds), '-i', graph];
}

function videoArguments(clip: Clip, path: string): string[] {
  const keyframes = String(clip.framesPerSecond * KEYFRAME_SECONDS);
  const fadeOut = `afade=t=out:st=${clip.durationSeconds - FADE_SECONDS}:d=${FADE_SECONDS}`;
  return [
    ...['-map', '0:v:0', '-map', '1:a:0', '-map_metadata', '-1'],
    ...['-r', String(clip.framesPerSecond), '-c:v', 'libx264', '-preset', 'superfast', '-crf', '30'],
    ...['-g', keyframes, '-keyint_min', keyframes, '-sc_threshold', '0'],
    // The browsers guess the colour matrix by the height when it is not named.
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-af', `afade=t=in:d=${FADE_SECONDS},${fadeOut}`],
    // The default coder takes longer than the whole picture.
    ...['-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k', '-ac', '2', '-ar', '44100'],
    ...['-fflags', '+bitexact', '-movflags', '+faststart', '-f', 'mp4', path],
  ];
}

function thumbnailArguments(clip: Clip, path: string): string[] {
  const filters = [
    // Selecting first spares the scaling of all frames before.
    `select='gte(t,${clip.durationSeconds / 4})'`,
    'scale=w=480:h=480:force_original_aspect_ratio=decrease:out_range=pc,setsar=1,format=yuvj420p',
  ];
  return [
    ...['-map', '0:v:0', '-frames:v', '1', '-vf', filters.join(',')],
    ...['-c:v', 'mjpeg', '-q:v', '3', '-fflags', '+bitexact', '-f', 'image2', '-update', '1', path],
  ];
}
