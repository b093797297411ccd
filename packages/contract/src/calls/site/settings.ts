import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../../call.ts';
import { instant, oneOf, safeText } from '../../text.ts';

/** Where a setting's value comes from. */
export const SETTING_ORIGINS = ['environment', 'stored', 'default', 'file'] as const;

/** Those that can be changed here while the site runs, unless the environment gives them. */
export const WORKING_SETTINGS = [
  'CRAWL_TIME',
  'CRAWL_TARGET',
  'CRAWL_TRIES',
  'DOWNLOAD_CONCURRENCY',
  'DOWNLOAD_RATE_LIMIT',
  'HLS',
  'HLS_HEIGHTS',
  'SOURCE_STREAM_HEIGHT',
  'MEDIA_CONCURRENCY',
  'MEDIA_THREADS',
  'QUARANTINE_DAYS',
] as const;
export type WorkingSetting = (typeof WORKING_SETTINGS)[number];

/** A setting of the process that answers. A secret's value is not shown. */
export const Setting = z.object({
  name: z.string(),
  group: z.string(),
  /** What it does, as a sentence without its full stop. */
  about: z.string(),
  /** Empty if not set. */
  value: z.string(),
  origin: z.enum(SETTING_ORIGINS),
  isSecret: z.boolean(),
  /** Of those that can be changed while the site runs; null for others. */
  change: z
    .object({
      /** The value as it is written. */
      written: z.string(),
      /** Counts the changes. */
      version: z.int(),
      /** Who changed it last, and when; null if nobody has. */
      by: z.string().nullable(),
      at: instant.nullable(),
    })
    .nullable(),
});
export type Setting = z.infer<typeof Setting>;

export const settingsCalls = callsInArea('site', {
  list: {
    route: 'GET /api/admin/settings',
    summary: 'Lists the settings in force, and where each comes from.',
    output: z.array(Setting),
  },
  change: {
    route: 'PATCH /api/admin/settings/:name',
    summary:
      'Changes a setting for all processes at once, with null to its default; fewer QUARANTINE_DAYS ask for the password.',
    undo: 'itself',
    params: z.object({ name: oneOf('name', WORKING_SETTINGS) }),
    body: z.object({
      value: safeText(200).nullable(),
      /** That of the list, so that nobody undoes what another has just changed. */
      version: z.int('version must be the number that came with the setting.').optional(),
    }),
    output: z.object({ message: z.string() }),
    errors: ['bad_request', 'password_required', 'conflict'],
  },
} as const satisfies AreaCalls);
