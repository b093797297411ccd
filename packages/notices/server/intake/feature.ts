import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { MediaAddresses } from '@vesper/library/media';
import { type CaseParts, withDomains } from '../cases/index.ts';
import { keepFormerNotices } from './copyright/former-notices.ts';
import { takedownRoutes } from './copyright/routes.ts';
import { forwardWaiting } from './counter-notices.ts';
import { sendDigests } from './digest.ts';
import * as jobs from './jobs.ts';
import { REPORT_FORMS } from './page-forms.ts';
import { mailReceiptDigests } from './receipts.ts';
import { reportRoutes } from './routes.ts';
import { createReports, type ReportDeps } from './take-in.ts';

export const intakeFeature = defineFeature({
  room: 'notices/intake',
  tables: {
    // 1.0.0 still uses it beside this version; the database keeps it in step (0067).
    dmca_requests: { clearing: 'keeps' },
  },
  calls({ addresses, ...deps }: ReportDeps & { addresses: MediaAddresses }) {
    const parts = createReports(deps);
    return { reports: reportRoutes(parts), takedowns: takedownRoutes(parts, addresses) };
  },
  forms: () => REPORT_FORMS,
  jobs: bindJobs(jobs, (parts: Omit<CaseParts, 'configFor'>) => ({
    caseDigestJob: () => sendDigests(parts),
    counterNoticesJob: (_data, { signal }) => forwardWaiting(withDomains(parts), signal),
    receiptDigestsJob: (_data, { signal }) => mailReceiptDigests(withDomains(parts), signal),
    formerNoticesJob: (_data, { signal }) => keepFormerNotices(parts, signal),
  })),
});
