import { instant, type OpenCalls, openCalls, safeText } from '@vesper/core/contract';
import { z } from 'zod';
import { CASE_KIND_FORMS } from './case-kinds/index.ts';

export const REPORT_STATES = [
  'unconfirmed',
  'open',
  'incomplete',
  'approved',
  'denied',
  'countered',
  'restoring',
  'litigation',
  'restored',
  'withdrawn',
] as const;
export type ReportState = (typeof REPORT_STATES)[number];
/** The reported content is down because of the case. */
export const TAKEN_OFF_STATES: readonly ReportState[] = ['approved', 'countered', 'restoring', 'litigation'];

/** What an address in a notice leads to. */
export const TARGET_SHAPES = ['page', 'keyword', 'media', 'embed', 'given', 'merged', 'other'] as const;
export type TargetShape = (typeof TARGET_SHAPES)[number];

/** What the sender may see: no personal data, as others may get the link. */
export const ReportStatus = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(REPORT_STATES),
  receivedAt: instant,
  /** Whether the site can mail its sender, and whether the mailbox's owner has confirmed the notice. */
  hasMailbox: z.boolean(),
  isConfirmed: z.boolean(),
  /** Whether this link may add to it and withdraw it: once confirmed, only links mailed since. */
  isOwn: z.boolean(),
  /** When the confirmation link was last mailed. */
  linkedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  dueAt: instant.nullable(),
  /** The window for restoring the content; null if none runs. */
  comesBack: z.object({ opens: instant, closes: instant }).nullable(),
  /** Whether the reported content is currently down. */
  isHidden: z.boolean(),
  /** Missing legal elements. */
  asked: z.array(z.string()),
  targets: z.array(z.object({ shape: z.enum(TARGET_SHAPES), videoId: z.string().nullable() })),
  /** Address and video id name different videos: the address counts. */
  disagrees: z.boolean(),
});
export type ReportStatus = z.infer<typeof ReportStatus>;

const TokenParams = z.object({ token: safeText(100) });

/** Unchecked names: `caseProblems` checks the values. A function, so that the browser's bundle leaves it out (slim-contract.ts). */
function caseBody<Others extends z.ZodRawShape>(others: Others) {
  const names = CASE_KIND_FORMS.flatMap(({ fields }) => Object.keys(fields));
  const shape: Record<string, z.ZodOptional<z.ZodUnknown>> = Object.fromEntries(
    names.map((name) => [name, z.unknown().optional()]),
  );
  return z.object({ ...shape, ...others });
}

export const reportsCalls = openCalls({
  form: {
    route: 'GET /api/reports/form',
    summary: 'Returns the proof of a fresh form: notices with one rank higher.',
    caller: 'public',
    output: z.object({ proof: z.string() }),
  },
  submit: {
    route: 'POST /api/reports/:slug',
    summary: 'Submits a notice of any kind but copyright.',
    caller: 'public',
    params: z.object({ slug: safeText(100) }),
    body: caseBody({ proof: safeText(200).nullish() }),
    output: z.object({
      id: z.string(),
      statusPath: z.string(),
    }),
    errors: ['not_found', 'too_many_requests'],
  },
  status: {
    route: 'GET /api/reports/status/:token',
    summary: 'Returns the status of a notice.',
    caller: 'public',
    params: TokenParams,
    output: ReportStatus,
    errors: ['not_found'],
  },
  supplement: {
    route: 'POST /api/reports/status/:token/supplement',
    summary: 'Adds the requested information to a notice.',
    caller: 'public',
    params: TokenParams,
    body: caseBody({ note: z.unknown().optional() }),
    output: ReportStatus,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  sendLink: {
    route: 'POST /api/reports/status/:token/link',
    summary: 'Resends the confirmation link of a notice, at most once an hour.',
    caller: 'public',
    params: TokenParams,
    output: ReportStatus,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  },
  withdraw: {
    route: 'POST /api/reports/status/:token/withdraw',
    summary: 'Withdraws a notice.',
    caller: 'public',
    params: TokenParams,
    body: z.object({ isSure: z.unknown().optional() }),
    output: ReportStatus,
    errors: ['not_found', 'conflict'],
  },
  confirmation: {
    route: 'GET /api/reports/confirm/:token',
    summary: 'Returns the notice of a confirmation link.',
    caller: 'public',
    params: TokenParams,
    output: z.object({ id: z.string(), kind: z.string(), isConfirmed: z.boolean() }),
    errors: ['not_found'],
  },
  confirm: {
    route: 'POST /api/reports/confirm/:token',
    summary: "Confirms the email address of a notice's sender.",
    caller: 'public',
    params: TokenParams,
    output: z.object({ statusPath: z.string() }),
    errors: ['not_found'],
  },
} as const satisfies OpenCalls);
