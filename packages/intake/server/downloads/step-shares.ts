import type { DownloadStep } from '@vesper/contract';

/** Percent at the start and end of each step. Fetching is most of it; encoding may take as long. */
const PERCENT: Record<DownloadStep, readonly [from: number, to: number]> = {
  describing: [0, 0],
  fetching: [0, 60],
  probing: [60, 61],
  film: [61, 85],
  pictures: [85, 95],
  storing: [95, 99],
  publishing: [99, 99],
};

/** `share` is the part of the step done, 0 to 1. */
export function percentOf(step: DownloadStep, share: number): number {
  const [from, to] = PERCENT[step];
  return Math.floor(from + (to - from) * Math.min(1, Math.max(0, share)));
}
