/** The calls that list jobs: each action on jobs refetches them. */
export const DOWNLOADS_PATH = '/api/download-jobs';
export const DOWNLOAD_COUNTS_PATH = '/api/download-jobs/counts';
export const DOWNLOAD_FAILURES_PATH = '/api/download-jobs/failures';
export const DOWNLOAD_COUNT_PATH = '/api/download-jobs/count';
export const CLEARINGS_PATH = '/api/download-jobs/clearings';
export const MEDIA_JOBS_PATH = '/api/media/jobs';
export const MEDIA_COUNTS_PATH = '/api/media/jobs/counts';
export const MEDIA_FAILURES_PATH = '/api/media/jobs/failures';
export const OLD_STREAMS_PATH = '/api/media/reruns/old-streams';
export const TIMELINE_PATH = '/api/jobs/:id';

export const DOWNLOAD_LISTS = [
  DOWNLOADS_PATH,
  DOWNLOAD_COUNTS_PATH,
  DOWNLOAD_FAILURES_PATH,
  CLEARINGS_PATH,
  TIMELINE_PATH,
];
export const MEDIA_LISTS = [MEDIA_JOBS_PATH, MEDIA_COUNTS_PATH, MEDIA_FAILURES_PATH, TIMELINE_PATH];

/** Specification, section 9. */
export const JOBS_POLL_MS = 2_000;
