import { z } from 'zod';
import { wholeNumber } from './videos.ts';

export const RUN_STATUSES = ['running', 'completed', 'failed', 'cancelled'] as const;

/** One crawler run. The counts are live while it is running. */
export const CrawlerRun = z.object({
  id: z.string(),
  status: z.enum(RUN_STATUSES),
  targetCount: z.number().int(),
  videosAdded: z.number().int(),
  videosFailed: z.number().int(),
  /** Downloads that wait or are on their way. */
  videosOpen: z.number().int(),
  /** What went wrong, in a sentence. */
  error: z.string().nullable(),
  startedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});
export type CrawlerRun = z.infer<typeof CrawlerRun>;

export const CrawlerRunsQuery = z.object({ limit: wholeNumber('limit', 1, 100, 20) });

export const CrawlerStatus = z.object({
  isRunning: z.boolean(),
  /** The time of the day at which it starts by itself, "02:00". */
  scheduledTime: z.string(),
  /** The zone of that time, "Europe/Berlin". */
  timeZone: z.string(),
  dailyTarget: z.number().int(),
  /** When it will start by itself next. */
  nextRunAt: z.iso.datetime(),
  lastRun: z.object({ startedAt: z.iso.datetime(), videosAdded: z.number().int() }).nullable(),
});
export type CrawlerStatus = z.infer<typeof CrawlerStatus>;

export const CrawlerStopped = z.object({
  message: z.string(),
  /** Downloads that were still waiting and are not made now. */
  cancelledDownloads: z.number().int(),
});
export type CrawlerStopped = z.infer<typeof CrawlerStopped>;
