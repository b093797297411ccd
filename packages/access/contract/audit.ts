import { type AreaCalls, callsInArea, instant, safeText, wholeNumber } from '@vesper/core/contract';
import { z } from 'zod';

/** How an act ended; `unknown` while it runs, or if the server stopped in the middle. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'unknown'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

const BEFORE = 'before must be the "next" of the previous page.';
const DAY = 'It must be a date such as 2026-11-30, or a time such as 2026-11-30T12:00:00Z.';
const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error: DAY });

export const AuditQuery = z.object({
  limit: wholeNumber('limit', 1, 100, 50),
  before: z
    .union([z.string(), z.number()], { error: BEFORE })
    .refine((value) => /^\d{1,15}$/.test(String(value)), { error: BEFORE })
    .transform(Number)
    .optional(),
  /** An administrator's name, or `cli:` and a system user's name for the command line. */
  administrator: safeText(200).optional(),
  /** The name of a call, an event or a command: `sources.change`, `admin.login`, `cli.source.remove`. */
  action: safeText(200).optional(),
  subject: safeText(500).optional(),
  outcome: z.enum(AUDIT_OUTCOMES, { error: 'This outcome does not exist.' }).optional(),
  /** Acts that began at this time or later; a date means its start (UTC). */
  since: moment.optional(),
  /** Acts that began before this time; a date means its end (UTC). */
  until: moment.optional(),
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEntry = z.object({
  seq: z.int(),
  at: instant,
  /** Null while it runs, or if its end is unknown. */
  endedAt: instant.nullable(),
  administrator: z.string(),
  /** The credential used; `other` is the command line, the site itself, or someone not signed in. */
  by: z.enum(['session', 'token', 'other']),
  token: z.string().nullable(),
  network: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  outcome: z.enum(AUDIT_OUTCOMES),
  reason: z.string().nullable(),
  /** The input, without secrets and shortened. */
  input: z.unknown(),
  before: z.unknown(),
  after: z.unknown(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditList = z.object({
  entries: z.array(AuditEntry),
  next: z.int().nullable(),
});
export type AuditList = z.output<typeof AuditList>;

export const auditCalls = callsInArea('owners', {
  list: {
    route: 'GET /api/admin/audit',
    summary: 'Lists the entries of the audit log, newest first.',
    query: AuditQuery,
    output: AuditList,
  },
} as const satisfies AreaCalls);
