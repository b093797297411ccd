import { type AreaCalls, callsInArea, IdParams, instant, safeText } from '@vesper/core/contract';
import { z } from 'zod';
import { REPORT_STATES } from './reports.ts';

/** Acts that can require a second administrator. `minor`: every decision about a minor. */
export const SECOND_REVIEWS = ['restore', 'minor'] as const;
export type SecondReview = (typeof SECOND_REVIEWS)[number];

export const PROPOSED_ACTS = ['approve', 'deny', 'restore'] as const;
export type ProposedAct = (typeof PROPOSED_ACTS)[number];

/** An act that awaits another administrator. Its note or reason is among the case's papers. */
export const CaseProposal = z.object({
  id: z.string(),
  caseId: z.string(),
  kind: z.string(),
  state: z.enum(REPORT_STATES),
  act: z.enum(PROPOSED_ACTS),
  ground: z.string().nullable(),
  groundWords: z.string().nullable(),
  /** For statements of reasons; null: the kind's. */
  category: z.string().nullable(),
  proposedAt: instant,
  proposedBy: z.string(),
  /** Your own proposals need another administrator. */
  isYours: z.boolean(),
});
export type CaseProposal = z.output<typeof CaseProposal>;

export const proposalsCalls = callsInArea('takedowns', {
  list: {
    route: 'GET /api/case-proposals',
    summary: 'Lists the acts on cases that wait for a second administrator.',
    query: z.object({ caseId: safeText(100).optional() }),
    output: z.object({
      /** Oldest first, at most 200. */
      proposals: z.array(CaseProposal),
      needed: z.array(z.enum(SECOND_REVIEWS)),
      hasSecond: z.boolean(),
    }),
  },
  confirm: {
    route: 'POST /api/case-proposals/:id/confirm',
    summary: "Confirms another administrator's proposal, which carries it out.",
    asksPassword: true,
    params: IdParams,
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict', 'unavailable'],
  },
  refuse: {
    route: 'POST /api/case-proposals/:id/refuse',
    summary: "Rejects another administrator's proposal, or withdraws your own.",
    undo: 'nothing lost',
    params: IdParams,
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
