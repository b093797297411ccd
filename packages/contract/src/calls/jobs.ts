import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText } from '../text.ts';
import { DownloadJob } from './downloads.ts';
import { MediaJob } from './media-jobs.ts';

/**
 * What may happen to a job. `queued` is when it was first asked for, `requeued` when it was asked for or tried again.
 * `started`: a worker took it up; then a download passes through steps (`step`). From there it goes back into the
 * queue after an `error`, because its source wants a pause (`paused`), its worker was not heard of any more
 * (`lapsed`) or stopped in good order (`given_back`), or an administrator has reset it.
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

const instant = z.iso.datetime();

export const JobEvent = z.object({
  kind: z.enum(JOB_EVENT_KINDS),
  at: instant,
  /** Of a step: when it was left; null while it goes on. */
  endedAt: instant.nullable(),
  /** The step that begins, or in which the job failed. */
  step: z.string().nullable(),
  errorClass: z.string().nullable(),
  /** What was met, in a sentence. */
  detail: z.string().nullable(),
  /** When it is tried again. */
  nextTryAt: instant.nullable(),
});
export type JobEvent = z.infer<typeof JobEvent>;

/** A job and what has happened to it, the first event first. Exactly one of `download` and `media` is there. */
export const JobTimeline = z.object({
  download: DownloadJob.nullable(),
  media: MediaJob.nullable(),
  events: z.array(JobEvent),
  /** Earlier events are not kept: there were more than a hundred, or they are older than 90 days. */
  isCut: z.boolean(),
});
export type JobTimeline = z.infer<typeof JobTimeline>;

export const JobParams = z.object({ id: safeText(100) });

export const jobsCalls = {
  timeline: {
    method: 'GET',
    path: '/api/jobs/:id',
    summary: 'A job with everything that has happened to it.',
    caller: 'admin',
    area: 'ingest',
    params: JobParams,
    output: JobTimeline,
    errors: ['not_found'],
  },
} as const satisfies CallGroup;
