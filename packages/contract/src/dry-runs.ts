import { z } from 'zod';
import { Decision } from './ledger.ts';

/** What a crawl of a source would find first. Nothing of it is queued or remembered. */
export const DryRun = z.object({
  /** The first addresses that the source names. */
  items: z.array(z.object({ url: z.string(), title: z.string().nullable() })),
  /** How many addresses were looked at. */
  found: z.number().int(),
  /** How many of them would meet which decision. */
  decisions: z.partialRecord(Decision, z.number().int()),
  /** What could not be read, a sentence each. */
  problems: z.array(z.object({ url: z.string(), message: z.string() })),
  /** Why it ended: there was no more, enough was seen, or the time was up. */
  end: z.enum(['complete', 'enough', 'time']),
});
export type DryRun = z.output<typeof DryRun>;
