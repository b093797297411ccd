import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { inputArguments, type MediaOptions } from '../film/run-ffmpeg.ts';
import { runLeniently } from '../film/run-leniently.ts';
import type { Size } from './picture-sizes.ts';
import { readPictures, type TimedPicture } from './raw-pictures.ts';

/** Decoding starts at the preceding keyframe, so each picture may cost some seconds of film. */
const CPU_SECONDS_A_PICTURE = 20;

/**
 * The pictures of a film at given seconds, each by its own seek; undefined where there is none, as past the end. Scaled
 * to `size`.
 */
export async function grabFrames(
  filmPath: string,
  { seconds, size, ...options }: MediaOptions & { folder: string; seconds: readonly number[]; size: Size },
): Promise<(TimedPicture | undefined)[]> {
  const folder = await mkdtemp(path.join(options.folder, 'frames-'));
  const durationSeconds = seconds.length * CPU_SECONDS_A_PICTURE;
  await runLeniently(frameArguments(filmPath, seconds, size), {
    ...options,
    folder,
    durationSeconds,
    cpuPerSecond: 1,
  });
  return Promise.all(
    seconds.map(async (atSeconds, at) => {
      const [picture] = await readPictures(path.join(folder, `${at}.rgb`), size);
      return picture && { ...picture, atSeconds };
    }),
  );
}

export function frameArguments(filmPath: string, seconds: readonly number[], size: Size): string[] {
  const scale = `scale=${size.width}:${size.height}:flags=area,setsar=1,format=rgb24`;
  return [
    ...seconds.flatMap((at) => inputArguments(filmPath, ['-threads', '1', '-ss', at.toFixed(3)])),
    ...seconds.flatMap((_, at) => [
      ...['-map', `${at}:V:0`, '-vf', scale, '-frames:v', '1'],
      ...['-f', 'rawvideo', `${at}.rgb`],
    ]),
  ];
}
