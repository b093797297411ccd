import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { PreviewPlan } from './picture-plan.ts';
import { inputArguments, type MediaOptions } from './run-ffmpeg.ts';
import { runLeniently } from './run-leniently.ts';

/** Of a preview: it is fetched when a pointer rests on a card. */
export const MOST_PREVIEW_BYTES = 400_000;
/** Of the allowed bytes, what the encoder is told: the container and a first burst take some. */
const AIMED_SHARE = 0.85;
/** No preview needs more than this, in kbit a second. */
const MOST_RATE = 500;
/** Each attempt is this much smaller than the one before, in bytes and in pixels wide. */
const ATTEMPTS = [0.6, 0.3, 0.12] as const;

/** Of a preview in kbit a second, so that it keeps below its size: the encoder may run ahead by a second's bits. */
export function previewRate(seconds: number, share = 1): number {
  const bits = MOST_PREVIEW_BYTES * 8 * AIMED_SHARE * share;
  return Math.max(16, Math.min(MOST_RATE, Math.floor(bits / (seconds + 1) / 1000)));
}

/** A silent H.264 film that starts at once, of bounded size. */
export function encodingArguments(plan: PreviewPlan, threads: string, file: string, share = 1): string[] {
  const seconds = plan.slices.reduce((sum, slice) => sum + slice.seconds, 0);
  const rate = `${previewRate(seconds, share)}k`;
  return [
    ...['-an', '-map_metadata', '-1', '-threads', threads],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', share < 1 ? '34' : '27', '-pix_fmt', 'yuv420p'],
    ...['-maxrate', rate, '-bufsize', rate, '-fps_mode', 'cfr'],
    ...['-movflags', '+faststart', '-f', 'mp4', file],
  ];
}

/**
 * Makes a preview smaller, from itself, until it has at most 400 KB. Resolves with whether it has come to that: what
 * is all noise may not.
 */
export async function shrinkPreview(
  file: string,
  plan: PreviewPlan,
  options: MediaOptions & { folder: string },
): Promise<boolean> {
  const smaller = path.join(options.folder, 'smaller.mp4');
  for (const share of ATTEMPTS) {
    if ((await stat(file)).size <= MOST_PREVIEW_BYTES) return true;
    const args = shrinkingArguments(file, smaller, plan, share, String(options.threads));
    if (await runLeniently(args, { ...options, durationSeconds: 10 })) await rename(smaller, file);
  }
  return (await stat(file)).size <= MOST_PREVIEW_BYTES;
}

function shrinkingArguments(
  file: string,
  target: string,
  plan: PreviewPlan,
  share: number,
  threads: string,
): string[] {
  const width = Math.max(2, 2 * Math.round((plan.size.width * Math.sqrt(share)) / 2));
  return [
    ...inputArguments(file),
    ...['-vf', `fps=12,scale=${width}:-2,setsar=1`],
    ...encodingArguments(plan, threads, target, share),
  ];
}
