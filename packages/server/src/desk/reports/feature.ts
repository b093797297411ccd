import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import { type CaseParts, withDomains } from '../cases/index.ts';
import { type DigestParts, sendDigests } from './digest.ts';
import { forwardWaiting } from './forward-waiting.ts';
import * as jobs from './jobs.ts';
import { REPORT_FORMS } from './page-forms.ts';
import { mailReceiptDigests } from './receipt-digests.ts';
import { reportRoutes } from './routes.ts';
import { createReports, type ReportDeps } from './take-in.ts';

export const reportsFeature = defineFeature({
  room: 'desk/reports',
  tables: {},
  calls: (parts: ReportDeps) => ({ reports: reportRoutes(createReports(parts)) }),
  forms: () => REPORT_FORMS,
  jobs: bindJobs(jobs, (parts: DigestParts & Omit<CaseParts, 'configFor'>) => ({
    caseDigestJob: () => sendDigests(parts),
    counterNoticesJob: (_data, { signal }) => forwardWaiting(withDomains(parts), signal),
    receiptDigestsJob: (_data, { signal }) => mailReceiptDigests(withDomains(parts), signal),
  })),
});
