import { type AreaCalls, callsInArea, IdParams, instant } from '@vesper/core/contract';
import { DownloadJob } from '@vesper/intake/contract';
import { z } from 'zod';
import { MediaJob } from './media-jobs.ts';

/**
 * `requeued`: requested again or retried. It returns to the queue after an `error`, because its source is paused, its
 * worker stopped responding (`lapsed`) or shut down (`given_back`), or after a `reset`.
 */
export const JOB_EVENT_KINDS = [
  'queued',
  'started',
  'step',
  'error',
  'paused',
  'lapsed',
  'given_back',
  'reset',
  'requeued',
  'asked_again',
  'moved_up',
  'cancelled',
  'failed',
  'completed',
] as const;
export type JobEventKind = (typeof JOB_EVENT_KINDS)[number];

export const JobEvent = z.object({
  kind: z.enum(JOB_EVENT_KINDS),
  at: instant,
  endedAt: instant.nullable(),
  step: z.string().nullable(),
  errorClass: z.string().nullable(),
  detail: z.string().nullable(),
  nextTryAt: instant.nullable(),
});
export type JobEvent = z.infer<typeof JobEvent>;

/** Oldest event first. Exactly one of `download` and `media` is set. */
export const JobTimeline = z.object({
  download: DownloadJob.nullable(),
  media: MediaJob.nullable(),
  events: z.array(JobEvent),
  /** Of the request that added it, as in logs; null if none did. */
  requestId: z.string().nullable(),
  /** Earlier events were dropped: at most a hundred are kept, for 90 days. */
  isCut: z.boolean(),
});
export type JobTimeline = z.infer<typeof JobTimeline>;

export const jobsCalls = callsInArea('ingest', {
  timeline: {
    route: 'GET /api/jobs/:id',
    summary: 'Returns a job with its events.',
    params: IdParams,
    output: JobTimeline,
    errors: ['not_found'],
  },
} as const satisfies AreaCalls);
