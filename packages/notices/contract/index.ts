import { caseBatchesCalls } from './case-batches.ts';
import { caseMailsCalls } from './case-mails.ts';
import { caseCalls } from './cases.ts';
import { caseworkCalls } from './casework.ts';
import { proposalsCalls } from './proposals.ts';
import { reportsCalls } from './reports.ts';
import { takedownsCalls } from './takedowns.ts';
import { transparencyCalls } from './transparency.ts';

export * from './case-batches.ts';
export type { CaseField, CaseKindForm } from './case-kinds/case-kind.ts';
export { copyright, DMCA_LENGTHS, STATEMENTS_REQUIRED } from './case-kinds/copyright.ts';
export { counterNotice } from './case-kinds/counter-notice.ts';
export * from './case-kinds/index.ts';
export { addressesIn, caseProblems, missingElements } from './case-kinds/problems.ts';
export * from './case-mails.ts';
export * from './cases.ts';
export * from './casework.ts';
export * from './mail-kinds.ts';
export * from './proposals.ts';
export * from './reports.ts';
export * from './statement-categories.ts';
export * from './takedowns.ts';
export * from './transparency.ts';

export const noticesGroups = {
  cases: caseCalls,
  takedowns: takedownsCalls,
  casework: caseworkCalls,
  caseBatches: caseBatchesCalls,
  caseMails: caseMailsCalls,
  proposals: proposalsCalls,
  reports: reportsCalls,
  transparency: transparencyCalls,
} as const;

/** The addresses of its pages in the back office. */
export const noticesPages = {
  cases: '/admin/cases',
  case: '/admin/cases/:id',
  takedowns: '/admin/takedowns',
  takedown: '/admin/takedowns/:id',
  mailTexts: '/admin/mail-texts',
} as const;
