import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../../call.ts';
import { instant } from '../../text.ts';

/** Of the site's machine, or of a worker's. */
const Disk = z.object({
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
});

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
  disks: z.array(Disk),
});
export type Operation = z.infer<typeof Operation>;

/** How much a condition matters: something does not work, or soon will not. */
export const SEVERITIES = ['urgent', 'warning'] as const;

/** Something that needs a person. */
export const Condition = z.object({
  /** Names it, and what it is about: "no-worker", "source:ID". */
  key: z.string(),
  severity: z.enum(SEVERITIES),
  /** What is wrong. */
  sentence: z.string(),
  /** What to do. */
  todo: z.string(),
  /** When it was first noticed; null within the first minute. */
  since: instant.nullable(),
});
export type Condition = z.infer<typeof Condition>;

/** How the site is, for the page of that name. */
export const HowItIs = z.object({
  /** What needs a person now, urgent ones first. */
  conditions: z.array(Condition),
  /** What lasted long enough to be told, and has ended, latest first. */
  past: z.array(
    z.object({
      key: z.string(),
      severity: z.enum(SEVERITIES),
      sentence: z.string(),
      since: instant,
      endedAt: instant,
    }),
  ),
  /** Where these are told besides. */
  told: z.object({ byMail: z.boolean(), byWebhook: z.boolean() }),
  disks: z.array(Disk),
  workers: z.number().int(),
  downloads: z.object({
    pending: z.number().int(),
    processing: z.number().int(),
    /** When the oldest one was added that could start now. */
    oldestReadyAt: instant.nullable(),
  }),
  mediaJobs: z.object({
    pending: z.number().int(),
    processing: z.number().int(),
    oldestReadyAt: instant.nullable(),
  }),
  /** Of the last 24 hours. */
  endings: z.object({
    completed: z.number().int(),
    failures: z.array(z.object({ errorClass: z.string(), count: z.number().int() })),
  }),
  /** Sources that cannot be read, or were stopped: the longest first, at most 50. */
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
  /** Open cases by their clocks; at most 1000 are counted. */
  cases: z.object({
    /** All that wait for a decision. */
    waiting: z.number().int().optional(),
    overdue: z.number().int(),
    dueSoon: z.number().int(),
  }),
  /** Null where no backups are set up. */
  backup: z
    .object({
      /** When the newest one, and the newest verified one, began. */
      newestAt: instant.nullable(),
      verifiedAt: instant.nullable(),
    })
    .nullable(),
});
export type HowItIs = z.infer<typeof HowItIs>;

export const operationCalls = callsInArea('site', {
  state: {
    route: 'GET /api/admin/operation',
    summary: 'Returns the live workers and the free space of the disks.',
    output: Operation,
  },
  report: {
    route: 'GET /api/admin/how-it-is',
    summary: 'Returns what needs a person now and did before, and the figures behind it.',
    output: HowItIs,
  },
} as const satisfies AreaCalls);
