import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures, samplesBy } from '@vesper/core/figures.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { forgetClearings } from './clearing-queries.ts';
import { downloadCommands } from './commands.ts';
import { countByStatus, selectOldestReady } from './download-queries.ts';
import * as jobs from './jobs.ts';
import { type DownloadDeps, downloadRoutes } from './routes.ts';

export const downloadsFeature = defineFeature({
  room: 'intake/downloads',
  tables: {
    cleared_downloads: { clearing: 'keeps' },
    download_clearings: { clearing: 'keeps' },
    download_jobs: { clearing: 'changes', shownBy: [routes.downloads, routes.statistics.totals] },
    download_lanes: { clearing: 'keeps' },
    download_totals: { clearing: 'keeps' },
  },
  calls: ({ db, clock, countReturned }: DownloadDeps) => ({
    downloads: downloadRoutes({ db, clock, countReturned }),
  }),
  figures: defineFigures(
    {
      downloads: { help: 'Downloads by status; failed ones by how they ended', labels: ['status'] },
      downloads_oldest_ready_timestamp_seconds: {
        help: 'When the oldest download that could start now was added, by kind of lane',
        labels: ['lane'],
      },
    },
    async ({ db }: { db: Db }) => {
      const [counts, ready] = await Promise.all([countByStatus(db), selectOldestReady(db)]);
      return {
        downloads: samplesBy('status', counts),
        downloads_oldest_ready_timestamp_seconds: ready.map(({ kind, since }) => ({
          labels: { lane: kind },
          value: since.getTime() / 1000,
        })),
      };
    },
  ),
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    forgetClearingsJob: () => forgetClearings(db),
  })),
  commands: downloadCommands,
});
