import { z } from 'zod';
import type { CallGroup } from '../call.ts';

/** Where a setting's value comes from. */
export const SETTING_ORIGINS = ['environment', 'default', 'file'] as const;

/** One setting of the process that answers. Of a secret only whether there is one. */
export const Setting = z.object({
  name: z.string(),
  group: z.string(),
  /** What it is about, as a sentence without its end. */
  about: z.string(),
  /** Empty where there is none. */
  value: z.string(),
  origin: z.enum(SETTING_ORIGINS),
  isSecret: z.boolean(),
});
export type Setting = z.infer<typeof Setting>;

export const settingsCalls = {
  list: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'Lists the settings in force, and where each comes from.',
    caller: 'admin',
    area: 'site',
    output: z.array(Setting),
    errors: [],
  },
} as const satisfies CallGroup;
