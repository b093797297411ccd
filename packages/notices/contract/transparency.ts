import {
  type AreaCalls,
  callsInArea,
  instant,
  type OpenCalls,
  oneOf,
  openCalls,
  safeText,
} from '@vesper/core/contract';
import { z } from 'zod';

export const REPORT_OUTCOMES = [
  'taken_off',
  'was_off',
  'no_video',
  'answered',
  'forwarded',
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
  /** From receipt to decision; null if none is decided. */
  medianHours: z.number().nullable(),
});
export type ReportLine = z.output<typeof ReportLine>;

export const TransparencyReport = z.object({
  /** Null before the first count. */
  countedAt: instant.nullable(),
  /** Newest first, up to 40. */
  quarters: z.array(
    z.object({
      /** `2026-Q4`, in UTC. */
      quarter: z.string(),
      lines: z.array(ReportLine),
    }),
  ),
});
export type TransparencyReport = z.output<typeof TransparencyReport>;

export const CaseExport = z.object({
  entries: z.array(z.unknown()),
  heldBack: z.array(z.object({ caseId: z.string(), sentences: z.array(z.string()) })),
  next: z.string().nullable(),
});
export type CaseExport = z.output<typeof CaseExport>;

/** A video's id, a category's slug, or a keyword's language and slug. */
export const PageWanted = z.object({
  page: z.enum(['video', 'category', 'keyword'], { error: 'page must be video, category or keyword.' }),
  slug: safeText(400),
  lang: safeText(35).optional(),
});

export const GonePage = z.object({
  gone: z.boolean(),
  /** Of a video that a case took down, if its kind may be disclosed. */
  removal: z
    .object({
      day: z.iso.date(),
      /** To follow "after": `a copyright notice`. */
      after: z.string(),
      caseId: z.string().nullable(),
      /** Whether the law provides a counter-notice. */
      hasCounterNotice: z.boolean(),
    })
    .optional(),
});
export type GonePage = z.infer<typeof GonePage>;

export const transparencyCalls = callsInArea(
  'takedowns',
  {
    export: {
      route: 'GET /api/admin/case-exports/:format',
      summary:
        'Exports decided cases, without personal data, as statements of reasons for the DSA Transparency Database or as notices for Lumen.',
      params: z.object({ format: oneOf('format', ['dsa', 'lumen']) }),
      query: z.object({
        caseId: safeText(100).optional(),
        /** The `next` of the previous batch, which covers a hundred cases. */
        after: safeText(100).optional(),
      }),
      output: CaseExport,
      errors: ['not_found'],
    },
  } as const satisfies AreaCalls,
  openCalls({
    report: {
      route: 'GET /api/transparency',
      summary: 'Counts the notices by quarter, kind and outcome, with the median time to a decision.',
      caller: 'public',
      output: TransparencyReport,
    },
    gone: {
      route: 'GET /api/gone',
      summary: 'Says whether a missing page existed and is gone for good; for a takedown, also when and why.',
      caller: 'public',
      query: PageWanted,
      output: GonePage,
    },
  } as const satisfies OpenCalls),
);
