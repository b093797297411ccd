import { z } from 'zod';

/** What the operator has to see to: whether work is done. */
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
});
export type Operation = z.infer<typeof Operation>;
