import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import { forgetClearings } from './clearing-queries.ts';
import { downloadCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { type DownloadDeps, downloadRoutes } from './routes.ts';

export const downloadsFeature = defineFeature({
  room: 'intake/downloads',
  tables: {
    cleared_downloads: { clearing: 'keeps' },
    download_clearings: { clearing: 'keeps' },
    download_jobs: {
      clearing: 'changes',
      shownBy: [routes.downloads, routes.jobs, routes.statistics.totals],
    },
    download_lanes: { clearing: 'keeps' },
    download_totals: { clearing: 'keeps' },
  },
  calls: ({ db, clock, countReturned }: DownloadDeps) => ({
    downloads: downloadRoutes({ db, clock, countReturned }),
  }),
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    forgetClearingsJob: () => forgetClearings(db),
  })),
  commands: downloadCommands,
});
