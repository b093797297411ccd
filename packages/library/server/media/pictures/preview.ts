import { rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { inputArguments, type MediaWork, runLeniently } from '../film/run-ffmpeg.ts';
import type { PreviewPlan } from './picture-plan.ts';

/** It loads when a pointer rests on a card. */
export const MOST_PREVIEW_BYTES = 400_000;
/** The encoder's target: the container and a first burst take the rest. */
const AIMED_SHARE = 0.85;
const MOST_RATE = 500;
/** Targets of further attempts, as a share of the limit and of the width. */
const ATTEMPTS = [0.6, 0.3, 0.12] as const;

/** In kbit/s, below the limit even if the encoder exceeds the rate for a second. */
export function previewRate(seconds: number, share = 1): number {
  const bits = MOST_PREVIEW_BYTES * 8 * AIMED_SHARE * share;
  return Math.max(16, Math.min(MOST_RATE, Math.floor(bits / (seconds + 1) / 1000)));
}

/** A silent H.264 film of limited size, with its index in front. */
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

/** Re-encodes a preview to at most 400 KB; false if that fails, as for pure noise. */
export async function shrinkPreview(file: string, plan: PreviewPlan, options: MediaWork): Promise<boolean> {
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
