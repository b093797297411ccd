import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import { createDomainDirectory } from '../../site/domains/index.ts';
import type { CaseParts } from '../cases/index.ts';
import { type DigestParts, sendDigests } from './digest.ts';
import { forwardWaiting } from './forward-waiting.ts';
import * as jobs from './jobs.ts';
import { REPORT_FORMS } from './page-forms.ts';
import { reportRoutes } from './routes.ts';
import { createReports, type ReportDeps } from './take-in.ts';

export const reportsFeature = defineFeature({
  room: 'desk/reports',
  tables: {},
  calls: (parts: ReportDeps) => ({ reports: reportRoutes(createReports(parts)) }),
  forms: () => REPORT_FORMS,
  jobs: bindJobs(jobs, (parts: DigestParts & Omit<CaseParts, 'configFor'>) => ({
    caseDigestJob: () => sendDigests(parts),
    counterNoticesJob: (_data, { signal }) =>
      forwardWaiting({ ...parts, configFor: createDomainDirectory(parts.db).configFor }, signal),
  })),
});
