/** Separate from the schemas, which browsers do not load. */
export const VIDEO_STATUSES = ['published', 'hidden', 'processing', 'removed'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** `withdrawn`: on its source's deletion list. `refused`: has a blocked term. `scheduled`: until its publish date. */
export const HIDDEN_REASONS = [
  'administrator',
  'basis',
  'gone',
  'takedown',
  'withdrawn',
  'refused',
  'scheduled',
] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

export const VIDEO_KINDS = ['hosted', 'remote', 'embed'] as const;

/** `files_missing`: the film is missing, or downloading again. `making_failed`: a media job failed. */
export const VIDEO_PROBLEMS = [
  'no_picture',
  'no_renditions',
  'no_duration',
  'files_missing',
  'gone',
  'possible_duplicate',
  'making_failed',
] as const;
export type VideoProblem = (typeof VIDEO_PROBLEMS)[number];

/** A value of the filter `sourceId`: videos without a source. */
export const WITHOUT_SOURCE = 'none';

export const MOST_TAGS = 30;

/** Editing and deletion are separate calls. */
export const VIDEO_ACTS = ['hide', 'publish', 'remove'] as const;

export const SKIP_REASONS = [
  'missing',
  'already',
  'processing',
  'removed',
  'taken_down',
  'address_deleted',
  'merged',
  'no_basis',
  'no_film',
  'gone',
  'never_public',
  'changed',
  'no_category',
  'too_many_tags',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const BULK_ACTS = ['hide', 'publish', 'remove', 'set_category', 'add_tags', 'remove_tags'] as const;
export type BulkActName = (typeof BULK_ACTS)[number];
export const BULK_STATES = ['running', 'completed', 'stopped'] as const;
