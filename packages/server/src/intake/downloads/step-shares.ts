import type { DownloadStep } from '@vesper/contract';

/**
 * Of a download's 100 percent, those that each step begins and ends with. Fetching is most of it; to encode a film
 * again, where that is needed, may take as long.
 */
const PERCENT: Record<DownloadStep, readonly [from: number, to: number]> = {
  describing: [0, 0],
  fetching: [0, 60],
  probing: [60, 61],
  film: [61, 85],
  pictures: [85, 95],
  storing: [95, 99],
  publishing: [99, 99],
};

/** How far a download is when so much of a step (0 to 1) is done, in percent. */
export function percentOf(step: DownloadStep, share: number): number {
  const [from, to] = PERCENT[step];
  return Math.floor(from + (to - from) * Math.min(1, Math.max(0, share)));
}
