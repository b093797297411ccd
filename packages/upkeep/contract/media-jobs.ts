import {
  type AreaCalls,
  callsInArea,
  IdParams,
  instant,
  oneOf,
  PICTURE_FILE,
  safeText,
  wholeNumber,
} from '@vesper/core/contract';
import {
  ChosenJobs,
  DOWNLOAD_ERROR_CLASSES,
  DownloadsChanged,
  FailureCounts,
  JobCount,
} from '@vesper/intake/contract';
import { VideoParams } from '@vesper/library/contract';
import { z } from 'zod';

/** `pictures`: poster, storyboard and hover preview. `renditions`: streams. `playlists`: only those of existing streams. */
export const MEDIA_STEPS = ['film', 'pictures', 'renditions', 'playlists'] as const;
export type MediaStep = (typeof MEDIA_STEPS)[number];

export const MEDIA_JOB_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

const step = z.enum(MEDIA_STEPS, { error: 'step must be film, pictures, renditions or playlists.' });
export const MediaJob = z.object({
  id: z.string(),
  videoId: z.string(),
  videoTitle: z.string(),
  step,
  status: z.enum(MEDIA_JOB_STATUSES),
  /** In percent. */
  progress: z.int(),
  /** Of its last attempt; for a completed one, what could not be made. */
  error: z.string().nullable(),
  errorClass: z.string().nullable(),
  attempts: z.int(),
  nextTryAt: instant.nullable(),
  priority: z.int(),
  rerunId: z.string().nullable(),
  sourceId: z.string().nullable(),
  cancelled: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
});
export type MediaJob = z.infer<typeof MediaJob>;

const ONE_SCOPE = 'Please give only one of sourceId, rerunId, videoId and search.';
const errorClass = z.enum(DOWNLOAD_ERROR_CLASSES, { error: 'This error class does not exist.' });
const rerunId = z.string().regex(/^[0-9]{1,15}$/, 'rerunId must be the number of a re-run.');

/** A filter; at most one of the last four fields. */
const mediaJobFilter = {
  status: oneOf('status', MEDIA_JOB_STATUSES).optional(),
  step: step.optional(),
  /** Failed ones only. */
  errorClass: errorClass.optional(),
  sourceId: safeText(100).optional(),
  rerunId: rerunId.optional(),
  videoId: safeText(100).optional(),
  search: safeText(8000).trim().optional(),
};

function isOneScope({ sourceId, rerunId, videoId, search }: Record<string, unknown>): boolean {
  return [sourceId, rerunId, videoId, search].filter(Boolean).length <= 1;
}

export const MediaJobFilter = z.object(mediaJobFilter).refine(isOneScope, ONE_SCOPE);
export type MediaJobFilter = z.infer<typeof MediaJobFilter>;

/** `before` is the `next` of the previous page. */
export const MediaJobsQuery = z
  .object({
    limit: wholeNumber('limit', 1, 100, 50),
    ...mediaJobFilter,
    before: wholeNumber('before', 1, 999_999_999, 999_999_999),
  })
  .refine(isOneScope, ONE_SCOPE);

export const MediaJobs = z.object({
  jobs: z.array(MediaJob),
  next: z.int().nullable(),
});
export type MediaJobs = z.infer<typeof MediaJobs>;

export const MEDIA_RERUN_STATES = ['running', 'completed', 'stopped'] as const;

export const MediaRerun = z.object({
  id: z.string(),
  step,
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  state: z.enum(MEDIA_RERUN_STATES),
  /** Its videos; while `isCounting`, those counted so far. */
  total: z.int(),
  isCounting: z.boolean(),
  /** So far: waiting, running, or ended. */
  queued: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type MediaRerun = z.infer<typeof MediaRerun>;

export const MediaReruns = z.array(MediaRerun);

export const MediaRerunParams = z.object({
  id: z.string().regex(/^[0-9]{1,15}$/, 'id must be the number of a re-run.'),
});

/** Playlists of an earlier version, on which players may hang at the last frame. */
export const OldStreams = z.object({
  /** Videos that have them, counted up to 1,000. */
  count: z.int(),
  isCapped: z.boolean(),
  /** Files are missing, so playlists cannot be rewritten: remake the renditions. */
  lost: z.int(),
  rerun: MediaRerun.nullable(),
});
export type OldStreams = z.infer<typeof OldStreams>;

const WHOSE = 'Give exactly one of videoId, sourceId, or all (true).';

export const NewMediaRerun = z
  .object({
    step,
    videoId: safeText(100).min(1, WHOSE).optional(),
    sourceId: safeText(100).min(1, WHOSE).optional(),
    all: z.literal(true, { error: WHOSE }).optional(),
  })
  .refine(
    ({ videoId, sourceId, all }) => [videoId, sourceId, all].filter((one) => one !== undefined).length === 1,
    { error: WHOSE },
  );
export type NewMediaRerun = z.infer<typeof NewMediaRerun>;

export const MediaRerunStarted = z.object({ job: MediaJob.nullable(), rerun: MediaRerun.nullable() });
export type MediaRerunStarted = z.infer<typeof MediaRerunStarted>;

export const PosterChoice = z.object({
  chosenAtSeconds: z.number().nullable(),
  durationSeconds: z.number(),
  candidates: z.array(
    z.object({
      atSeconds: z.number(),
      picture: z.string(),
    }),
  ),
});
export type PosterChoice = z.infer<typeof PosterChoice>;

const MOMENT = 'atSeconds must be a moment of the video in seconds, or null.';

const moment = z.number(MOMENT).min(0, MOMENT).max(604_800, MOMENT).nullable();

export const mediaJobsCalls = callsInArea('catalogue', {
  list: {
    route: 'GET /api/media/jobs',
    summary: "Lists the jobs that make pictures and renditions of videos' films.",
    query: MediaJobsQuery,
    output: MediaJobs,
  },
  counts: {
    route: 'GET /api/media/jobs/counts',
    summary: 'Counts the media jobs by state.',
    output: z.object({
      pending: z.int(),
      processing: z.int(),
      completed: z.int(),
      failed: z.int(),
    }),
  },
  count: {
    route: 'GET /api/media/jobs/count',
    summary: 'Counts the media jobs that match a filter.',
    query: MediaJobFilter,
    output: JobCount,
  },
  failures: {
    route: 'GET /api/media/jobs/failures',
    summary: 'Counts the failed media jobs by error class.',
    output: FailureCounts,
  },
  retryFailed: {
    route: 'POST /api/media/jobs/retry-failed',
    summary: 'Retries failed media jobs.',
    undo: 'mediaJobs.cancelChosen',
    /** Failed ones: all, or with at most one scope. */
    body: z
      .object({
        errorClass: errorClass.optional(),
        step: step.optional(),
        sourceId: safeText(100).optional(),
        rerunId: rerunId.optional(),
      })
      .refine(isOneScope, ONE_SCOPE),
    output: DownloadsChanged,
  },
  cancelChosen: {
    route: 'POST /api/media/jobs/cancel',
    summary: 'Cancels the given media jobs.',
    undo: 'mediaJobs.retryChosen',
    body: ChosenJobs,
    output: DownloadsChanged,
    errors: ['conflict'],
  },
  retryChosen: {
    route: 'POST /api/media/jobs/retry',
    summary: 'Retries the given failed media jobs.',
    undo: 'mediaJobs.cancelChosen',
    body: ChosenJobs,
    output: DownloadsChanged,
    errors: ['conflict'],
  },
  cancel: {
    route: 'POST /api/media/jobs/:id/cancel',
    summary: 'Cancels a media job.',
    undo: 'mediaJobs.retry',
    params: IdParams,
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  moveUp: {
    route: 'POST /api/media/jobs/:id/next',
    summary: 'Moves a pending media job to the front of the queue.',
    undo: 'nothing lost',
    params: IdParams,
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  retry: {
    route: 'POST /api/media/jobs/:id/retry',
    summary: 'Retries a failed media job.',
    undo: 'mediaJobs.cancel',
    params: IdParams,
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  rerun: {
    route: 'POST /api/media/reruns',
    summary: 'Re-runs a step for all videos, those of a source, or one.',
    undo: 'mediaJobs.stopRerun',
    body: NewMediaRerun,
    output: MediaRerunStarted,
    errors: ['not_found', 'conflict'],
  },
  reruns: {
    route: 'GET /api/media/reruns',
    summary: 'Lists re-runs with their progress.',
    query: z.object({ limit: wholeNumber('limit', 1, 100, 20) }),
    output: MediaReruns,
  },
  oldStreams: {
    route: 'GET /api/media/reruns/old-streams',
    summary: 'Counts the videos whose streams have playlists of an earlier version.',
    output: OldStreams,
  },
  stopRerun: {
    route: 'POST /api/media/reruns/:id/stop',
    summary: 'Stops a re-run; finished videos stay as they are.',
    undo: 'mediaJobs.rerun',
    params: MediaRerunParams,
    output: MediaRerun,
    errors: ['not_found', 'conflict'],
  },
  posters: {
    route: 'GET /api/videos/:id/posters',
    summary: "Offers frames of a video's film as its poster.",
    params: VideoParams,
    output: PosterChoice,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  choosePoster: {
    route: 'POST /api/videos/:id/poster',
    summary: "Makes a frame of a video's film its poster.",
    undo: 'itself',
    params: VideoParams,
    body: z.object({
      atSeconds: moment,
      /** The choice last read. If given, someone else's later choice is kept. */
      seenAtSeconds: moment.optional(),
    }),
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  uploadPoster: {
    route: 'POST /api/videos/:id/poster/upload',
    summary: "Makes a picture a video's poster: a JPEG, PNG, WebP or AVIF.",
    undo: 'mediaJobs.removePoster',
    params: VideoParams,
    takesFile: PICTURE_FILE,
    output: IdParams,
    errors: ['not_found', 'conflict'],
  },
  removePoster: {
    route: 'DELETE /api/videos/:id/poster',
    summary: "Returns a video's poster to the automatic one.",
    undo: 'mediaJobs.uploadPoster',
    params: VideoParams,
    output: IdParams,
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
