import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { MediaAddresses } from '../../library/media/index.ts';
import type { CaseParts } from '../cases/index.ts';
import { createReports, type ReportDeps } from '../reports/index.ts';
import * as jobs from './jobs.ts';
import { takedownRoutes } from './routes.ts';
import { sealOldMails, sealOldNotices } from './seal-old.ts';

interface TakedownDeps extends ReportDeps {
  addresses: MediaAddresses;
}

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {
    dmca_requests: {
      clearing: 'keeps',
      shownBy: [
        routes.takedowns.list,
        routes.takedowns.get,
        routes.takedowns.summaries,
        routes.takedowns.summary,
      ],
    },
  },
  calls: ({ addresses, ...parts }: TakedownDeps) => ({
    takedowns: takedownRoutes(
      createReports(parts),
      async (hostname) => (await addresses.forHost(hostname)).thumbnailUrl,
    ),
  }),
  jobs: bindJobs(jobs, (parts: Pick<CaseParts, 'db' | 'keys' | 'clock'>) => ({
    async sealNoticesJob(_data, { signal }) {
      await sealOldNotices(parts, signal);
      await sealOldMails(parts, signal);
    },
  })),
});
