import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { MediaAddresses } from '../../library/media/index.ts';
import type { CaseParts } from '../cases/index.ts';
import { createReports, type ReportDeps } from '../reports/index.ts';
import { keepFormerNotices } from './former-notices.ts';
import * as jobs from './jobs.ts';
import { takedownRoutes } from './routes.ts';

interface TakedownDeps extends ReportDeps {
  addresses: MediaAddresses;
}

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {
    // 1.0.0's, which it goes on using beside this version: the database keeps it in step with the cases (0067).
    dmca_requests: { clearing: 'keeps' },
  },
  calls: ({ addresses, ...parts }: TakedownDeps) => ({
    takedowns: takedownRoutes(
      createReports(parts),
      async (hostname) => (await addresses.forHost(hostname)).thumbnailUrl,
    ),
  }),
  jobs: bindJobs(jobs, (parts: Pick<CaseParts, 'db' | 'keys' | 'clock'>) => ({
    formerNoticesJob: (_data, { signal }) => keepFormerNotices(parts, signal),
  })),
});
