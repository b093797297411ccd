import { z } from 'zod';
import type { CallGroup } from '../call.ts';
import { instant } from '../text.ts';

/** What became of cases, as the public report counts them. */
export const REPORT_OUTCOMES = [
  'taken_off',
  'was_off',
  'no_video',
  'denied',
  'withdrawn',
  'restored',
  'waiting',
] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];

export const ReportLine = z.object({
  kind: z.string(),
  label: z.string(),
  received: z.int(),
  outcomes: z.record(z.enum(REPORT_OUTCOMES), z.int()),
  /** From receipt to decision, of those decided; null without one. */
  medianHours: z.number().nullable(),
});
export type ReportLine = z.output<typeof ReportLine>;

export const TransparencyReport = z.object({
  /** Null before the first count. */
  countedAt: instant.nullable(),
  /** The latest one first, up to 40. */
  quarters: z.array(
    z.object({
      /** `2026-Q4`, in UTC. */
      quarter: z.string(),
      lines: z.array(ReportLine),
    }),
  ),
});
export type TransparencyReport = z.output<typeof TransparencyReport>;

export const transparencyCalls = {
  report: {
    method: 'GET',
    path: '/api/transparency',
    summary: 'Counts the notices by quarter, kind and outcome, with the median time to a decision.',
    caller: 'public',
    output: TransparencyReport,
  },
} as const satisfies CallGroup;
