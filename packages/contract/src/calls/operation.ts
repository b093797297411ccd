import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../call.ts';
import { instant } from '../text.ts';

/** What an operator must watch: the workers and the disks. */
export const Operation = z.object({
  /** Those with a recent heartbeat. */
  workers: z.array(
    z.object({
      id: z.string(),
      /** The host name. */
      host: z.string(),
      startedAt: instant,
    }),
  ),
  /** The last heartbeat of any worker; null if there was none. */
  lastBeatAt: instant.nullable(),
  /** Of the site's machine, and of the workers' machines. */
  disks: z.array(
    z.object({
      /** The host name. */
      host: z.string(),
      /** Our folders on it. */
      folders: z.array(z.string()),
      freeBytes: z.number(),
      sizeBytes: z.number(),
      /** Downloads wait while one is full or not writable. */
      state: z.enum(['ok', 'low', 'full', 'read_only', 'not_writable']),
      /** The problem, if any. */
      sentence: z.string().nullable(),
    }),
  ),
});
export type Operation = z.infer<typeof Operation>;

export const operationCalls = callsInArea('site', {
  state: {
    method: 'GET',
    path: '/api/admin/operation',
    summary: 'Returns the live workers and the free space of the disks.',
    output: Operation,
  },
} as const satisfies AreaCalls);
