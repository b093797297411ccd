import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { safeText } from '../text.ts';
import {
  ChosenJobs,
  DOWNLOAD_ERROR_CLASSES,
  DownloadsChanged,
  FailureCounts,
  JobCount,
} from './downloads.ts';
import { VideoParams, wholeNumber } from './videos.ts';

/**
 * What can be made again of a hosted video: the film that browsers play, the pictures (poster, storyboard, hover
 * preview), the streams in several qualities, and the playlists of these streams alone.
 */
export const MEDIA_STEPS = ['film', 'pictures', 'renditions', 'playlists'] as const;
export type MediaStep = (typeof MEDIA_STEPS)[number];

export const MEDIA_JOB_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const;

const step = z.enum(MEDIA_STEPS, { error: 'step must be film, pictures, renditions or playlists.' });
const instant = z.iso.datetime();

/** One step of one video: what was asked for last, and what has come of it. */
export const MediaJob = z.object({
  id: z.string(),
  videoId: z.string(),
  videoTitle: z.string(),
  step,
  status: z.enum(MEDIA_JOB_STATUSES),
  /** In percent. */
  progress: z.int(),
  /** Why it failed, or what the last try met; of a completed one, what of it could not be made. */
  error: z.string().nullable(),
  errorClass: z.string().nullable(),
  /** Tries that ended with an error. */
  attempts: z.int(),
  /** When a pending one that met an error is tried again. */
  nextTryAt: instant.nullable(),
  priority: z.int(),
  /** The re-run that asked for it. */
  rerunId: z.string().nullable(),
  /** Of its video. */
  sourceId: z.string().nullable(),
  cancelled: z.boolean(),
  createdAt: instant,
  startedAt: instant.nullable(),
  completedAt: instant.nullable(),
});
export type MediaJob = z.infer<typeof MediaJob>;

const ONE_SCOPE = 'Please give only one of sourceId, rerunId, videoId and search.';
const errorClass = z.enum(DOWNLOAD_ERROR_CLASSES, { error: 'There is no such class of errors.' });
const rerunId = z.string().regex(/^[0-9]{1,15}$/, 'rerunId must be the number of a re-run.');

/** Which media jobs: at most one of the last four. */
const mediaJobFilter = {
  status: z
    .enum(MEDIA_JOB_STATUSES, { error: `status must be one of ${MEDIA_JOB_STATUSES.join(', ')}.` })
    .optional(),
  step: step.optional(),
  /** Of failed ones. */
  errorClass: errorClass.optional(),
  sourceId: safeText(100).optional(),
  rerunId: rerunId.optional(),
  videoId: safeText(100).optional(),
  /** The address from which the video came. */
  search: safeText(8000).trim().optional(),
};

function isOneScope({ sourceId, rerunId, videoId, search }: Record<string, unknown>): boolean {
  return [sourceId, rerunId, videoId, search].filter(Boolean).length <= 1;
}

export const MediaJobFilter = z.object(mediaJobFilter).refine(isOneScope, ONE_SCOPE);
export type MediaJobFilter = z.infer<typeof MediaJobFilter>;

export const MediaJobCounts = z.object({
  pending: z.int(),
  processing: z.int(),
  completed: z.int(),
  failed: z.int(),
});

/** The latest first. `before` is the `next` of the page before. */
export const MediaJobsQuery = z
  .object({
    limit: wholeNumber('limit', 1, 100, 50),
    ...mediaJobFilter,
    before: wholeNumber('before', 1, 999_999_999, 999_999_999),
  })
  .refine(isOneScope, ONE_SCOPE);

/** Of failed media jobs: all, or those of a class of errors, of a step, of a source or a re-run. */
export const RetryFailedMedia = z
  .object({
    errorClass: errorClass.optional(),
    step: step.optional(),
    sourceId: safeText(100).optional(),
    rerunId: rerunId.optional(),
  })
  .refine(isOneScope, ONE_SCOPE);

export const MediaJobs = z.object({
  jobs: z.array(MediaJob),
  /** The key of the next page, null on the last. */
  next: z.int().nullable(),
});
export type MediaJobs = z.infer<typeof MediaJobs>;

export const MediaJobParams = z.object({ id: safeText(100) });

export const MEDIA_RERUN_STATES = ['running', 'completed', 'stopped'] as const;

/** One step over all videos, or over those of a source. */
export const MediaRerun = z.object({
  id: z.string(),
  step,
  /** Null: all videos. */
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  state: z.enum(MEDIA_RERUN_STATES),
  /** Videos that it is about; while `isCounting`, those counted so far. */
  total: z.int(),
  isCounting: z.boolean(),
  /** Those whose turn has been asked for so far: they wait, are under way, or have ended. */
  queued: z.int(),
  done: z.int(),
  failed: z.int(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type MediaRerun = z.infer<typeof MediaRerun>;

export const MediaRerunsQuery = z.object({ limit: wholeNumber('limit', 1, 100, 20) });

/** The latest first. */
export const MediaReruns = z.array(MediaRerun);

export const MediaRerunParams = z.object({
  id: z.string().regex(/^[0-9]{1,15}$/, 'id must be the number of a re-run.'),
});

/** Streams whose playlists an earlier version wrote: players may wait for ever at their last frame. */
export const OldStreams = z.object({
  /** Videos that have some, counted up to 1,000. */
  count: z.int(),
  isCapped: z.boolean(),
  /** Of those counted, whose playlists could not be written because a stream is missing: renditions mend them. */
  lost: z.int(),
  /** The latest re-run of the playlists of all videos, while it goes on. */
  rerun: MediaRerun.nullable(),
});
export type OldStreams = z.infer<typeof OldStreams>;

const WHOSE = 'Say whose: exactly one of videoId, sourceId, or all (true).';

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

/** For one video its job, else the re-run. */
export const MediaRerunStarted = z.object({ job: MediaJob.nullable(), rerun: MediaRerun.nullable() });
export type MediaRerunStarted = z.infer<typeof MediaRerunStarted>;

/** Pictures among which a person may choose a video's poster. */
export const PosterChoice = z.object({
  /** The moment that a person chose; null where the engine chooses. */
  chosenAtSeconds: z.number().nullable(),
  durationSeconds: z.number(),
  candidates: z.array(
    z.object({
      atSeconds: z.number(),
      /** A data address. */
      picture: z.string(),
    }),
  ),
});
export type PosterChoice = z.infer<typeof PosterChoice>;

const MOMENT = 'atSeconds must be a moment of the video in seconds, or null.';

const moment = z.number(MOMENT).min(0, MOMENT).max(604_800, MOMENT).nullable();

/** Null gives the choice back to the engine. */
export const PosterChosen = z.object({
  atSeconds: moment,
  /** What was chosen so far, as it was seen. Where it is given, somebody else's later choice stays. */
  seenAtSeconds: moment.optional(),
});

export const mediaJobsCalls = {
  list: {
    method: 'GET',
    path: '/api/media/jobs',
    summary: "Lists the jobs that make pictures and renditions of videos' films.",
    caller: 'admin',
    area: 'catalogue',
    query: MediaJobsQuery,
    output: MediaJobs,
    errors: ['bad_request'],
  },
  counts: {
    method: 'GET',
    path: '/api/media/jobs/counts',
    summary: 'How many media jobs there are in each state.',
    caller: 'admin',
    area: 'catalogue',
    output: MediaJobCounts,
    errors: [],
  },
  count: {
    method: 'GET',
    path: '/api/media/jobs/count',
    summary: 'How many media jobs fit a filter.',
    caller: 'admin',
    area: 'catalogue',
    query: MediaJobFilter,
    output: JobCount,
    errors: ['bad_request'],
  },
  failures: {
    method: 'GET',
    path: '/api/media/jobs/failures',
    summary: 'How many media jobs failed, by the class of their error.',
    caller: 'admin',
    area: 'catalogue',
    output: FailureCounts,
    errors: [],
  },
  retryFailed: {
    method: 'POST',
    path: '/api/media/jobs/retry-failed',
    summary: 'Queues failed media jobs again.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.cancelChosen',
    body: RetryFailedMedia,
    output: DownloadsChanged,
    errors: ['bad_request'],
  },
  cancelChosen: {
    method: 'POST',
    path: '/api/media/jobs/cancel',
    summary: 'Cancels the media jobs that are named.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.retryChosen',
    body: ChosenJobs,
    output: DownloadsChanged,
    errors: ['bad_request', 'conflict'],
  },
  retryChosen: {
    method: 'POST',
    path: '/api/media/jobs/retry',
    summary: 'Queues the failed media jobs that are named again.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.cancelChosen',
    body: ChosenJobs,
    output: DownloadsChanged,
    errors: ['bad_request', 'conflict'],
  },
  cancel: {
    method: 'POST',
    path: '/api/media/jobs/:id/cancel',
    summary: 'Cancels a media job.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.retry',
    params: MediaJobParams,
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  moveUp: {
    method: 'POST',
    path: '/api/media/jobs/:id/next',
    summary: 'Puts a pending media job before all others.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'nothing lost',
    params: MediaJobParams,
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  retry: {
    method: 'POST',
    path: '/api/media/jobs/:id/retry',
    summary: 'Runs a failed media job again.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.cancel',
    params: MediaJobParams,
    output: MediaJob,
    errors: ['not_found', 'conflict'],
  },
  rerun: {
    method: 'POST',
    path: '/api/media/reruns',
    summary: 'Makes a step of many videos anew: of all, of a source, or of one.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.stopRerun',
    body: NewMediaRerun,
    output: MediaRerunStarted,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  reruns: {
    method: 'GET',
    path: '/api/media/reruns',
    summary: 'Lists the re-runs of steps and how far they have come.',
    caller: 'admin',
    area: 'catalogue',
    query: MediaRerunsQuery,
    output: MediaReruns,
    errors: ['bad_request'],
  },
  oldStreams: {
    method: 'GET',
    path: '/api/media/reruns/old-streams',
    summary: 'How many videos have streams whose playlists an earlier version wrote.',
    caller: 'admin',
    area: 'catalogue',
    output: OldStreams,
    errors: [],
  },
  stopRerun: {
    method: 'POST',
    path: '/api/media/reruns/:id/stop',
    summary: 'Stops a re-run; what it has done stays.',
    caller: 'admin',
    area: 'catalogue',
    undo: 'mediaJobs.rerun',
    params: MediaRerunParams,
    output: MediaRerun,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
  posters: {
    method: 'GET',
    path: '/api/videos/:id/posters',
    summary: "Offers pictures of a video's film to choose its poster from.",
    caller: 'admin',
    area: 'catalogue',
    params: VideoParams,
    output: PosterChoice,
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  choosePoster: {
    method: 'POST',
    path: '/api/videos/:id/poster',
    summary: "Makes a moment of a video's film its poster.",
    caller: 'admin',
    area: 'catalogue',
    undo: 'itself',
    params: VideoParams,
    body: PosterChosen,
    output: MediaJob,
    errors: ['bad_request', 'not_found', 'conflict'],
  },
} as const satisfies CallGroup;
