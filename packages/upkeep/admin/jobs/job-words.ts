import type {
  DownloadEnding,
  DownloadErrorClass,
  DownloadJob,
  DownloadStep,
  JobEventKind,
  MediaStep,
} from '@vesper/contract';
import type { BadgeWord } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';

export const STATUS_WORDS: Record<DownloadJob['status'], BadgeWord> = {
  pending: { word: 'Pending', tone: 'calm' },
  processing: { word: 'Processing', tone: 'busy' },
  completed: { word: 'Completed', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
};

const STEP_WORDS: Record<DownloadStep, string> = {
  describing: 'Reading the page',
  fetching: 'Fetching the file',
  probing: 'Examining the file',
  film: 'Making the film',
  pictures: 'Making pictures',
  storing: 'Storing files',
  publishing: 'Publishing',
};

export function formatStep(step: string): string {
  return step in STEP_WORDS ? STEP_WORDS[step as DownloadStep] : step;
}

export const MEDIA_STEP_WORDS: Record<MediaStep, string> = {
  film: 'Film',
  pictures: 'Pictures',
  renditions: 'Streams',
  playlists: 'Playlists',
};

export const ENDING_WORDS: Record<DownloadEnding, BadgeWord> = {
  failed: { word: 'Failed', tone: 'bad' },
  left_out: { word: 'Left out', tone: 'calm' },
  cancelled: { word: 'Cancelled', tone: 'warn' },
};

export const CLASS_WORDS: Record<DownloadErrorClass, string> = {
  network: 'Could not connect',
  timeout: 'Too slow',
  truncated: 'Cut off',
  http_403: 'Refused (401, 403)',
  http_404: 'Not found (404)',
  http_429: 'Too many requests (429)',
  http_5xx: 'Source error (5xx)',
  http_other: 'Other HTTP error',
  robots: 'Not allowed by robots.txt',
  private_address: 'Private address',
  bad_address: 'Invalid address',
  bad_response: 'Invalid response',
  not_video: 'Not a video',
  too_large: 'Too large',
  duplicate: 'Duplicate',
  removed: 'Removed before',
  storage: 'Storage or disk',
  worker_died: 'Worker died',
  paused: 'Source paused',
  unexpected: 'Unexpected error',
};

export function formatErrorClass(errorClass: string): string {
  return CLASS_WORDS[errorClass as DownloadErrorClass] ?? errorClass;
}

/** About the downloads just mentioned. */
export function formatManualCount(byHand: number, all: number): string {
  if (byHand === 0) return '';
  if (all === 1) return 'It was added by hand. ';
  return `${formatCount(byHand)} of them ${byHand === 1 ? 'was' : 'were'} added by hand. `;
}

export const EVENT_WORDS: Record<JobEventKind, BadgeWord> = {
  queued: { word: 'Queued', tone: 'calm' },
  started: { word: 'Started by a worker', tone: 'busy' },
  step: { word: 'Step', tone: 'busy' },
  error: { word: 'Error; will be retried', tone: 'warn' },
  paused: { word: 'Postponed: the source is paused', tone: 'warn' },
  lapsed: { word: 'Requeued: its worker stopped responding', tone: 'warn' },
  given_back: { word: 'Requeued: its worker stopped', tone: 'calm' },
  reset: { word: 'Requeued by an administrator', tone: 'warn' },
  requeued: { word: 'Queued again', tone: 'calm' },
  asked_again: { word: 'Requested again', tone: 'calm' },
  moved_up: { word: 'Moved to the front', tone: 'calm' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
  failed: { word: 'Failed', tone: 'bad' },
  completed: { word: 'Completed', tone: 'good' },
};
