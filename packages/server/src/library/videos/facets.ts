import type { DATE_FILTERS, DURATION_FILTERS, QUALITY_FILTERS, VIDEO_SORTS } from '@vesper/contract';

export type Sort = (typeof VIDEO_SORTS)[number];

/** What a list can be limited by, as the contract's VideoListQuery has it. */
export interface Filters {
  category?: string | undefined;
  tag?: string | undefined;
  duration?: (typeof DURATION_FILTERS)[number] | undefined;
  quality?: (typeof QUALITY_FILTERS)[number] | undefined;
  date?: (typeof DATE_FILTERS)[number] | undefined;
}

/** Classes as length_class() and quality_class() of db/migrations/0005_browse.sql have them. */
const LENGTHS = { short: 0, medium: 1, long: 2 } as const;
const LEAST_QUALITIES = { hd: 1, fullhd: 2, '4k': 3 } as const;
const BEST_QUALITY = 3;

/** How far back from now a date filter goes, as text of an interval. */
export const DATE_INTERVALS = {
  today: '24 hours',
  week: '7 days',
  month: '30 days',
  year: '365 days',
} as const;

/** The classes of length and of quality in which all videos that pass are, and none other. */
export function classesOf({ duration, quality }: Filters): { lengths: number[]; qualities: number[] } {
  const least = quality ? LEAST_QUALITIES[quality] : 0;
  return {
    lengths: duration ? [LENGTHS[duration]] : Object.values(LENGTHS),
    qualities: Array.from({ length: BEST_QUALITY - least + 1 }, (_, more) => least + more),
  };
}
