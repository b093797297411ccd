import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { grabFrames } from '../pictures/grab-frames.ts';
import type { Pictured } from '../pictures/picture-plan.ts';
import { fitBox } from '../pictures/picture-sizes.ts';
import { openRaw } from '../pictures/raw-pictures.ts';
import type { MediaOptions } from './run-ffmpeg.ts';

export interface CandidatePicture {
  atSeconds: number;
  /** WebP, at most 320 pixels wide and high. */
  bytes: Buffer;
}

const SIDE_PIXELS = 320;
const MOST_CANDIDATES = 16;

/**
 * Small pictures of a film at given seconds, at most 16, from which a person chooses a poster. Seconds without a
 * picture are left out. Leaves nothing in `folder`.
 */
export async function grabCandidates(
  film: { localPath: string; probed: Pictured },
  { folder, seconds, ...options }: MediaOptions & { folder: string; seconds: readonly number[] },
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
