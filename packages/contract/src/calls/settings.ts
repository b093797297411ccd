import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../call.ts';

/** Where a setting's value comes from. */
export const SETTING_ORIGINS = ['environment', 'default', 'file'] as const;

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
});
export type Setting = z.infer<typeof Setting>;

export const settingsCalls = callsInArea('site', {
  list: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'Lists the settings in force, and where each comes from.',
    output: z.array(Setting),
  },
} as const satisfies AreaCalls);
