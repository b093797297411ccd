import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { type ProbedVideo, probeVideo } from './probe.ts';
import { blameFile } from './refusal.ts';
import { inputArguments, type MediaWork, runFfmpeg } from './run-ffmpeg.ts';

/** A piece of a film on disk, and its sound if separate. */
export interface FilmPart {
  picture: string;
  sound: string | undefined;
}

interface JoinOptions extends MediaWork {
  sizeBytes: number;
  durationSeconds: number;
}

const JOINED_FILE = 'joined.mp4';
const LIST_FILE = 'joined.txt';

/** Joins parts without encoding, unless they differ in kind. Throws SourceError `not_video` if a part is damaged. */
export async function joinParts(parts: readonly FilmPart[], options: JoinOptions): Promise<string> {
  const [only] = parts;
  if (only && parts.length === 1 && !only.sound) return only.picture;
  try {
    const muxed: string[] = [];
    for (const [i, part] of parts.entries()) muxed.push(await muxPart(part, `part-${i}.mp4`, options));
    if (muxed[0] && muxed.length === 1) return muxed[0];
    const joined = await concatenate(muxed, options);
    // Frees the disk, which now holds the film three times.
    await Promise.all(muxed.map((file) => rm(file, { force: true })));
    return joined;
  } catch (error) {
    throw blameFile(error, 'The parts of the stream could not be joined.');
  }
}

/** One mp4 whose clock starts at zero. Until then, picture and sound keep their own clocks, which synchronise them. */
async function muxPart({ picture, sound }: FilmPart, name: string, options: JoinOptions): Promise<string> {
  const { videoIndex, audioIndex } = await probeVideo(picture, options);
  const ownSound = audioIndex === undefined ? [] : ['-map', `0:${audioIndex}`];
  await runFfmpeg(
    [
      '-copyts',
      ...inputArguments(picture),
      ...(sound ? inputArguments(sound) : []),
      ...['-map', `0:${videoIndex}`, ...(sound ? ['-map', '1:a:0'] : ownSound)],
      ...['-c', 'copy', ...OUTPUT, '-avoid_negative_ts', 'make_zero', `file:${name}`],
    ],
    runOf(options),
  );
  return path.join(options.folder, name);
}

/** ffmpeg may read only a list that we wrote. */
async function concatenate(files: readonly string[], options: JoinOptions): Promise<string> {
  const probed = await Promise.all(files.map((file) => probeVideo(file, options)));
  const codecs = codecsFor(probed, options);
  const list = files.map((file) => `file '${path.basename(file)}'\n`).join('');
  await writeFile(path.join(options.folder, LIST_FILE), `ffconcat version 1.0\n${list}`);
  await runFfmpeg(
    [...LIST_INPUT, `file:${LIST_FILE}`, ...codecs, ...OUTPUT, `file:${JOINED_FILE}`],
    runOf(options, codecs === COPY ? 2 : 60),
  );
  return path.join(options.folder, JOINED_FILE);
}

/** SAFE_INPUT for a list, which names other files. */
const LIST_INPUT = [
  ...['-protocol_whitelist', 'file', '-format_whitelist', 'concat,mov,mp4,m4a,3gp,3g2,mj2'],
  ...['-f', 'concat', '-safe', '1', '-i'],
];
const COPY = ['-c', 'copy'];
const OUTPUT = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-f', 'mp4'];

function codecsFor(parts: readonly ProbedVideo[], { threads }: JoinOptions): readonly string[] {
  const [first] = parts;
  if (!first || new Set(parts.map(({ hasAudio }) => hasAudio)).size > 1)
    throw new SourceError('not_video', 'Some parts of the stream have sound and others have none.');
  if (new Set(parts.map(kindOf)).size === 1) return COPY;
  return [
    ...['-vf', `scale=${evenUp(first.width)}:${evenUp(first.height)},setsar=1,format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21', '-threads', String(threads)],
    ...(first.hasAudio ? ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000'] : []),
  ];
}

function kindOf(part: ProbedVideo): string {
  const { videoCodec, videoProfile, pixelFormat, width, height, rotation, interlaced } = part;
  const { audioCodec, audioProfile, audioChannels, audioSampleRate } = part;
  return JSON.stringify([
    ...[videoCodec, videoProfile, pixelFormat, width, height, rotation, interlaced],
    ...[audioCodec, audioProfile, audioChannels, audioSampleRate],
  ]);
}

function evenUp(length: number): number {
  return 2 * Math.ceil(length / 2);
}

function runOf(options: JoinOptions, cpuPerSecond = 2) {
  return { ...options, cpuPerSecond, maxFileBytes: 1024 ** 3 + 10 * options.sizeBytes };
}
