import { type AreaCalls, callsInArea, instant, oneOf, safeText } from '@vesper/core/contract';
import { z } from 'zod';

export const SETTING_ORIGINS = ['environment', 'stored', 'default', 'file'] as const;

/** Can be changed while the site runs, unless set in the environment. */
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

/** As the answering process has it. A secret's value is not shown. */
export const Setting = z.object({
  name: z.string(),
  group: z.string(),
  /** A description without its full stop. */
  about: z.string(),
  /** Empty if not set. */
  value: z.string(),
  origin: z.enum(SETTING_ORIGINS),
  isSecret: z.boolean(),
  /** Null if it cannot be changed while the site runs. */
  change: z
    .object({
      /** As written, before parsing. */
      written: z.string(),
      version: z.int(),
      /** Null if never changed. */
      by: z.string().nullable(),
      at: instant.nullable(),
    })
    .nullable(),
});
export type Setting = z.infer<typeof Setting>;

export const settingsCalls = callsInArea('site', {
  list: {
    route: 'GET /api/admin/settings',
    summary: 'Lists the current settings, and where each comes from.',
    output: z.array(Setting),
  },
  change: {
    route: 'PATCH /api/admin/settings/:name',
    summary:
      'Changes a setting for all processes at once, or resets it with null; fewer QUARANTINE_DAYS require the password.',
    undo: 'itself',
    params: z.object({ name: oneOf('name', WORKING_SETTINGS) }),
    body: z.object({
      value: safeText(200).nullable(),
      /** From the list, so that nobody undoes a change made since. */
      version: z.int('version must be the number that came with the setting.').optional(),
    }),
    output: z.object({ message: z.string() }),
    errors: ['password_required', 'conflict'],
  },
} as const satisfies AreaCalls);
