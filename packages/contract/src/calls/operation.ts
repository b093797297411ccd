import { z } from 'zod';
import type { CallGroup } from '../call.ts';

/** What the operator has to see to: whether work is done, and whether there is room for it. */
export const Operation = z.object({
  /** Those that have shown a sign of life within the last seconds. */
  workers: z.array(
    z.object({
      id: z.string(),
      /** The name of its machine. */
      host: z.string(),
      startedAt: z.iso.datetime(),
    }),
  ),
  /** When a worker was last heard of; null where none is known. */
  lastBeatAt: z.iso.datetime().nullable(),
  /** Those of the site's machine, and of the workers' where they run elsewhere. */
  disks: z.array(
    z.object({
      /** The name of its machine. */
      host: z.string(),
      /** The folders of ours that lie on it. */
      folders: z.array(z.string()),
      freeBytes: z.number(),
      sizeBytes: z.number(),
      /** While one is full, or a folder cannot be written to, downloads wait. */
      state: z.enum(['ok', 'low', 'full', 'read_only', 'not_writable']),
      /** What is the matter, where something is. */
      sentence: z.string().nullable(),
    }),
  ),
});
export type Operation = z.infer<typeof Operation>;

export const operationCalls = {
  state: {
    method: 'GET',
    path: '/api/admin/operation',
    summary: 'Which workers live, and how much room there is on the disks.',
    caller: 'admin',
    area: 'site',
    output: Operation,
    errors: [],
  },
} as const satisfies CallGroup;
