import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { inputArguments, type MediaWork, runLeniently } from '../film/run-ffmpeg.ts';
import { fitBox, type PicturedFilm, type Size } from './picture-plan.ts';
import { openRaw, readPictures, type TimedPicture } from './raw-pictures.ts';

/** Decoding starts at the preceding keyframe, so a picture may cost some seconds of film. */
const CPU_SECONDS_A_PICTURE = 20;

interface Grabbing extends MediaWork {
  seconds: readonly number[];
}

/** Seeks each picture by itself; undefined where there is none, as past the end. */
export async function grabFrames(
  filmPath: string,
  { seconds, size, ...options }: Grabbing & { size: Size },
): Promise<(TimedPicture | undefined)[]> {
  const folder = await mkdtemp(path.join(options.folder, 'frames-'));
  const durationSeconds = seconds.length * CPU_SECONDS_A_PICTURE;
  const run = { ...options, folder, durationSeconds, cpuPerSecond: 1 };
  await runLeniently(frameArguments(filmPath, seconds, size), run);
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

interface CandidatePicture {
  atSeconds: number;
  bytes: Buffer;
}

const SIDE_PIXELS = 320;
const MOST_CANDIDATES = 16;

/** At most 16 small pictures to choose a poster from, without missing ones. Leaves nothing in `folder`. */
export async function grabCandidates(
  film: PicturedFilm,
  { folder, seconds, ...options }: Grabbing,
): Promise<CandidatePicture[]> {
  if (seconds.length === 0) return [];
  const work = await mkdtemp(path.join(folder, 'candidates-'));
  try {
    const size = fitBox(film.probed, { width: SIDE_PIXELS, height: SIDE_PIXELS });
    const wanted = seconds.slice(0, MOST_CANDIDATES);
    const frames = await grabFrames(film.localPath, { ...options, folder: work, seconds: wanted, size });
    return await Promise.all(
      frames
        .filter((frame) => frame !== undefined)
        .map(async (frame) => ({
          atSeconds: frame.atSeconds,
          bytes: await (await openRaw(frame)).webp({ quality: 75, effort: 2 }).toBuffer(),
        })),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
