import type { DATE_FILTERS, DURATION_FILTERS, QUALITY_FILTERS, VIDEO_SORTS } from '@vesper/contract';

export type Sort = (typeof VIDEO_SORTS)[number];

/** The filters of a list, as in the contract's VideoListQuery. */
export interface Filters {
  category?: string | undefined;
  tag?: string | undefined;
  duration?: (typeof DURATION_FILTERS)[number] | undefined;
  quality?: (typeof QUALITY_FILTERS)[number] | undefined;
  date?: (typeof DATE_FILTERS)[number] | undefined;
}

/** Classes as in length_class() and quality_class() in the database. */
export const LENGTHS = { short: 0, medium: 1, long: 2 } as const;
export const LEAST_QUALITIES = { hd: 1, fullhd: 2, '4k': 3 } as const;
const BEST_QUALITY = 3;

/** How far back a date filter goes, as an interval's text. */
export const DATE_INTERVALS = {
  today: '24 hours',
  week: '7 days',
  month: '30 days',
  year: '365 days',
} as const;

/** The classes of length and quality that exactly hold all videos that pass. */
export function classesOf({ duration, quality }: Filters): { lengths: number[]; qualities: number[] } {
  const least = quality ? LEAST_QUALITIES[quality] : 0;
  return {
    lengths: duration ? [LENGTHS[duration]] : Object.values(LENGTHS),
    qualities: Array.from({ length: BEST_QUALITY - least + 1 }, (_, more) => least + more),
  };
}
