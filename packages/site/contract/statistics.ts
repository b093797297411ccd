import { type AreaCalls, callsInArea, instant, oneOf } from '@vesper/core/contract';
import { z } from 'zod';

export const STAT_METRICS = [
  'views',
  'videos_added',
  'videos_removed',
  'downloads_completed',
  'downloads_failed',
  'downloads_left_out',
  'crawler_added',
  'queue_length',
  'storage_bytes',
] as const;
export type StatMetric = (typeof STAT_METRICS)[number];

/** Sampled metrics: an hour without a sample is unknown, not zero. */
export const SAMPLED_METRICS: ReadonlySet<StatMetric> = new Set(['queue_length', 'storage_bytes']);

export const CHART_SPANS = ['24h', '30d', 'year'] as const;
export type ChartSpan = (typeof CHART_SPANS)[number];

export const AdminStats = z.object({
  /** Public ones. */
  totalVideos: z.number().int(),
  totalViews: z.number().int(),
  /** Downloads in status processing. */
  activeDownloads: z.number().int(),
  queueSize: z.number().int(),
});
export type AdminStats = z.infer<typeof AdminStats>;

export const Charts = z.object({
  span: z.enum(CHART_SPANS),
  /** `hour` for the last 24 hours, else `day` (UTC). */
  step: z.enum(['hour', 'day']),
  /** The start of each step; the last step is incomplete. */
  times: z.array(instant),
  series: z.array(
    z.object({
      metric: z.enum(STAT_METRICS),
      /** An error class, a video's new state, a file's purpose; '' for the total. */
      label: z.string(),
      /** One per entry of `times`; null without a sample. */
      values: z.array(z.number().nullable()),
    }),
  ),
});
export type Charts = z.infer<typeof Charts>;

export const statisticsCalls = callsInArea('catalogue', {
  totals: {
    route: 'GET /api/admin/stats',
    summary: 'Returns the totals of videos, views and jobs.',
    output: AdminStats,
  },
  charts: {
    route: 'GET /api/admin/charts',
    summary: 'Returns statistics for a period, by hour or day.',
    query: z.object({
      span: oneOf('span', CHART_SPANS).optional().default('24h'),
    }),
    output: Charts,
  },
} as const satisfies AreaCalls);
