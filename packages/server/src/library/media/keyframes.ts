import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isRefusal } from './refusal.ts';
import { inputArguments, type MediaOptions, runFfmpeg } from './run-ffmpeg.ts';

/** The keyframes of a film: all their times, and a small file with some of them, spread over the film. */
export interface Keyframes {
  /** In seconds from the beginning, ascending; of all of them. */
  seconds: number[];
  /** A film of nothing but the kept ones. */
  localPath: string;
  /** The times of the kept ones. */
  kept: number[];
}

/**
 * Copies the first keyframe of each `slotSeconds` of a film into a small file in `folder`, and lists them all. Nothing
 * is decoded, and of an mp4 nothing but the keyframes is read: a quarter of a second for a film of an hour. Undefined
 * where the film's container or codec does not lend itself to it.
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
  // `drop` is asked for each packet, and its variable 0 lives on: the number of the slot that has one, counted from 1.
  const slot = `floor(max(pts*tb,0)/${slotSeconds.toFixed(6)})+1`;
  const thinned = ['-bsf:v', `noise=drop='if(key*gt(${slot},ld(0)),st(0,${slot})*0,1)'`];
  return [
    ...inputArguments(localPath, ['-discard:V', 'nokey']),
    ...[...copied, ...thinned, '-f', 'mp4', KEPT_FILE],
    ...[...copied, ...thinned, '-f', 'framecrc', KEPT_LIST_FILE],
    ...[...copied, '-f', 'framecrc', LIST_FILE],
  ];
}

/** Of a file that `framecrc` wrote. None where there is no file. */
export async function readTimes(file: string): Promise<number[]> {
  return parseFrameList(await readFile(file, 'utf8').catch(nothingWritten));
}

function nothingWritten(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

/**
 * The times, in seconds, of the keyframes in a list by ffmpeg's `framecrc`: `#tb 0: 1/12800`, then
 * `0, dts, pts, duration, size, checksum`, and the flags (`F=0x0`) of what is not simply a keyframe. A few that are none
 * stand at the beginning: they were read before the demuxer was told to leave them out.
 */
export function parseFrameList(text: string): number[] {
  const [, above = '1', below = '1'] = /^#tb 0: (\d+)\/(\d+)$/m.exec(text) ?? [];
  return [...text.matchAll(/^0,\s*-?\d+,\s*(-?\d+),(?:.*F=0x([0-9A-F]+))?/gim)]
    .filter(([, , flags = '1']) => Number.parseInt(flags, 16) & 1)
    .map(([, pts]) => (Number(pts) * Number(above)) / Number(below))
    .sort((a, b) => a - b);
}
