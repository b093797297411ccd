import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../../../kernel/lib/files/missing-file.ts';
import { isRefusal } from './refusal.ts';
import { inputArguments, type MediaOptions, runFfmpeg } from './run-ffmpeg.ts';

/** A film's keyframes: all their times, and a small file with some of them, spread over the film. */
export interface Keyframes {
  /** The times of all, in seconds from the beginning, ascending. */
  seconds: number[];
  /** A film of only the kept keyframes. */
  localPath: string;
  /** The times of the kept ones. */
  kept: number[];
}

/**
 * Copies the first keyframe of each `slotSeconds` of a film into a small file in `folder`, and lists all keyframes.
 * Decodes nothing, and reads nothing but keyframes from an mp4: a quarter of a second for an hour of film. Undefined
 * where container or codec do not allow it.
 */
export async function thinKeyframes(
  film: { localPath: string; durationSeconds: number },
  { slotSeconds, folder, ...options }: MediaOptions & { slotSeconds: number; folder: string },
): Promise<Keyframes | undefined> {
  try {
    await runFfmpeg(thinningArguments(film.localPath, slotSeconds), {
      ...options,
      folder,
      durationSeconds: film.durationSeconds,
    });
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  const localPath = path.join(folder, KEPT_FILE);
  const seconds = await readTimes(path.join(folder, LIST_FILE));
  const kept = await readTimes(path.join(folder, KEPT_LIST_FILE));
  return (await stat(localPath)).size > 0 ? { seconds, kept, localPath } : undefined;
}

const KEPT_FILE = 'keyframes.mp4';
const KEPT_LIST_FILE = 'keyframes-kept.txt';
const LIST_FILE = 'keyframes.txt';

export function thinningArguments(localPath: string, slotSeconds: number): string[] {
  const copied = ['-map', '0:V:0', '-c', 'copy'];
  // `drop` is evaluated for each packet, and its variable 0 persists: the number of the last slot filled, from 1.
  const slot = `floor(max(pts*tb,0)/${slotSeconds.toFixed(6)})+1`;
  const thinned = ['-bsf:v', `noise=drop='if(key*gt(${slot},ld(0)),st(0,${slot})*0,1)'`];
  return [
    ...inputArguments(localPath, ['-discard:V', 'nokey']),
    ...[...copied, ...thinned, '-f', 'mp4', KEPT_FILE],
    ...[...copied, ...thinned, '-f', 'framecrc', KEPT_LIST_FILE],
    ...[...copied, '-f', 'framecrc', LIST_FILE],
  ];
}

/** Reads a file that `framecrc` wrote; none where there is no file. */
export async function readTimes(file: string): Promise<number[]> {
  return parseFrameList((await readFile(file, 'utf8').catch(ignoreMissing)) ?? '');
}

/**
 * The times of the keyframes, in seconds, in a list by ffmpeg's `framecrc`: `#tb 0: 1/12800`, then `0, dts, pts,
 * duration, size, checksum`, with flags (`F=0x0`) on anything but plain keyframes. The list may start with a few other
 * frames, read before the demuxer began to skip them.
 */
export function parseFrameList(text: string): number[] {
  const [, above = '1', below = '1'] = /^#tb 0: (\d+)\/(\d+)$/m.exec(text) ?? [];
  return [...text.matchAll(/^0,\s*-?\d+,\s*(-?\d+),(?:.*F=0x([0-9A-F]+))?/gim)]
    .filter(([, , flags = '1']) => Number.parseInt(flags, 16) & 1)
    .map(([, pts]) => (Number(pts) * Number(above)) / Number(below))
    .sort((a, b) => a - b);
}
