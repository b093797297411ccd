import type { ProbedVideo } from './probe.ts';

export interface FilmPlan {
  /** Of the picture; the sound may be encoded although the picture is copied. */
  madeBy: 'copy' | 'encode';
  args: string[];
}

export const FILM_FILE = 'film.mp4';

const LONGEST_SIDE = 3840;
const MOST_FRAMES = 60;
/** Tolerates a slightly fast clock. */
const MOST_FRAMES_KEPT = 61;
/** In seconds: the length of a stream's segments, so that they can be cut without encoding. */
const KEYFRAME_EVERY = 4;

export function planFilm(
  probed: ProbedVideo,
  { threads, encode = false }: { threads: number; encode?: boolean },
): FilmPlan {
  const madeBy = encode || !suitsPicture(probed) ? 'encode' : 'copy';
  const picture = madeBy === 'copy' ? ['-c:v', 'copy'] : encodePicture(probed, threads);
  return { madeBy, args: [...chooseStreams(probed), ...picture, ...planSound(probed, encode), ...CONTAINER] };
}

/** No metadata, chapters, subtitles, covers or data. */
const CONTAINER = [
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
  ...['-movflags', '+faststart', '-f', 'mp4', `file:${FILM_FILE}`],
];

function chooseStreams({ videoIndex, audioIndex }: ProbedVideo): string[] {
  return [videoIndex, audioIndex].flatMap((index) => (index === undefined ? [] : ['-map', `0:${index}`]));
}

/** AVI has no timestamps, so its packets cannot be copied in display order. */
const COPIED_FROM = /^(?:mov|matroska|flv|mpegts)/;

const PROFILES: Readonly<Record<string, { profile: RegExp; pixels: RegExp }>> = {
  h264: { profile: /^(?:Constrained Baseline|Baseline|Main|High|Progressive High)$/, pixels: /^yuvj?420p$/ },
  vp9: { profile: /^Profile 0$/, pixels: /^yuv420p$/ },
  av1: { profile: /^Main$/, pixels: /^yuv420p(?:10le)?$/ },
};

function suitsPicture(probed: ProbedVideo): boolean {
  const { formatName, videoCodec, videoProfile = '', pixelFormat, interlaced } = probed;
  const suiting = PROFILES[videoCodec];
  if (!suiting || interlaced || !COPIED_FROM.test(formatName)) return false;
  const { width, height, frameRate } = probed;
  return (
    suiting.profile.test(videoProfile) &&
    suiting.pixels.test(pixelFormat) &&
    Math.max(width, height) <= LONGEST_SIDE &&
    frameRate <= MOST_FRAMES_KEPT
  );
}

function encodePicture(probed: ProbedVideo, threads: number): string[] {
  return [
    ...['-vf', pictureFilters(probed).join()],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-pix_fmt', 'yuv420p'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEYFRAME_EVERY})`, '-threads', String(threads)],
    // ffmpeg rotates the picture itself. Most of it must decode.
    ...['-max_error_rate', '0.5'],
  ];
}

function pictureFilters(probed: ProbedVideo): string[] {
  const { width, height } = filmSize(probed);
  return [
    ...(probed.interlaced ? ['bwdif=mode=send_frame'] : []),
    ...(probed.frameRate > MOST_FRAMES_KEPT ? [`fps=${MOST_FRAMES}`] : []),
    `scale=${width}:${height}`,
    'setsar=1',
  ];
}

export function filmSize({ width, height }: { width: number; height: number }) {
  const factor = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  const even = (side: number) => Math.max(2, Math.round((side * factor) / 2) * 2);
  return { width: even(width), height: even(height) };
}

function planSound(probed: ProbedVideo, encode: boolean): string[] {
  if (!probed.hasAudio) return [];
  if (!encode && suitsSound(probed)) return ['-c:a', 'copy'];
  // Fills gaps with silence, to keep sound and picture in sync.
  return ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000', '-af', 'aresample=async=1:first_pts=0'];
}

function suitsSound({ formatName, audioCodec, audioProfile = '', audioSampleRate }: ProbedVideo): boolean {
  if (!COPIED_FROM.test(formatName)) return false;
  if (audioCodec === 'aac') return /^(?:LC|HE-AAC|HE-AACv2)$/.test(audioProfile) && audioSampleRate <= 96_000;
  // mp4 cannot hold low-rate mp3 (MPEG-2.5).
  if (audioCodec === 'mp3') return audioSampleRate >= 16_000;
  return audioCodec === 'opus';
}
