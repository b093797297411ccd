import { type AreaCalls, callsInArea, instant } from '@vesper/core/contract';
import { z } from 'zod';

/** On the site's machine or a worker's. */
const Disk = z.object({
  host: z.string(),
  folders: z.array(z.string()),
  freeBytes: z.number(),
  sizeBytes: z.number(),
  /** Downloads wait while a disk is full or not writable. */
  state: z.enum(['ok', 'low', 'full', 'read_only', 'not_writable']),
  sentence: z.string().nullable(),
});

export const Operation = z.object({
  workers: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      startedAt: instant,
    }),
  ),
  lastBeatAt: instant.nullable(),
  disks: z.array(Disk),
});
export type Operation = z.infer<typeof Operation>;

export const SEVERITIES = ['urgent', 'warning'] as const;

export const Condition = z.object({
  /** Such as "no-worker" or "source:ID". */
  key: z.string(),
  severity: z.enum(SEVERITIES),
  sentence: z.string(),
  todo: z.string(),
  /** When it was first noticed; null within the first minute. */
  since: instant.nullable(),
});
export type Condition = z.infer<typeof Condition>;

export const HowItIs = z.object({
  conditions: z.array(Condition),
  /** Past conditions that were reported, newest first. */
  past: z.array(
    z.object({
      key: z.string(),
      severity: z.enum(SEVERITIES),
      sentence: z.string(),
      since: instant,
      endedAt: instant,
    }),
  ),
  /** Other channels that report conditions. */
  told: z.object({ byMail: z.boolean(), byWebhook: z.boolean() }),
  disks: z.array(Disk),
  workers: z.number().int(),
  downloads: z.object({
    pending: z.number().int(),
    processing: z.number().int(),
    /** Among jobs that could start now. */
    oldestReadyAt: instant.nullable(),
  }),
  mediaJobs: z.object({
    pending: z.number().int(),
    processing: z.number().int(),
    oldestReadyAt: instant.nullable(),
  }),
  endings: z.object({
    completed: z.number().int(),
    failures: z.array(z.object({ errorClass: z.string(), count: z.number().int() })),
  }),
  /** Unreadable or stopped ones, longest first, at most 50. */
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      state: z.enum(['not_read', 'stopped', 'struck_out']),
      since: instant.nullable(),
    }),
  ),
  mail: z.object({
    isSetUp: z.boolean(),
    /** At most 1000 are counted. */
    waiting: z.number().int(),
    failed: z.number().int(),
    oldestWaitingAt: instant.nullable(),
    lastSentAt: instant.nullable(),
  }),
  /** Open cases by deadline; at most 1000 are counted. */
  cases: z.object({
    waiting: z.number().int().optional(),
    overdue: z.number().int(),
    dueSoon: z.number().int(),
  }),
  backup: z
    .object({
      newestAt: instant.nullable(),
      verifiedAt: instant.nullable(),
    })
    .nullable(),
});
export type HowItIs = z.infer<typeof HowItIs>;

export const operationCalls = callsInArea('site', {
  state: {
    route: 'GET /api/admin/operation',
    summary: 'Returns the live workers and the free disk space.',
    output: Operation,
  },
  report: {
    route: 'GET /api/admin/how-it-is',
    summary: 'Returns current and past conditions, and the figures behind them.',
    output: HowItIs,
  },
} as const satisfies AreaCalls);
