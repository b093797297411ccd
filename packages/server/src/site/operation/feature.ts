import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature, type OnStop } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { DiskWatch } from '../../kernel/lib/files/disk-watch.ts';
import { type AlertParts, tendAlerts } from './alerts.ts';
import { type BeatTiming, startBeat } from './beat.ts';
import { operationFigures } from './figures.ts';
import * as jobs from './jobs.ts';
import type { ReportParts } from './report.ts';
import { operationRoutes } from './routes.ts';
import { watchWithoutWorker } from './watch.ts';

export const operationFeature = defineFeature({
  room: 'site/operation',
  tables: {
    alerts: { clearing: 'keeps', inBackups: false, shownBy: [routes.operation.report] },
    alert_posts: { clearing: 'keeps', inBackups: false },
    workers: { clearing: 'keeps', inBackups: false },
  },
  calls: (parts: ReportParts & { disks: DiskWatch }) => ({ operation: operationRoutes(parts) }),
  mount: (_app, parts: AlertParts & { onStop: OnStop }) => watchWithoutWorker(parts),
  figures: operationFigures,
  jobs: bindJobs(jobs, (parts: AlertParts) => ({ tendAlertsJob: () => tendAlerts(parts) })),
  start: ({
    db,
    disks,
    tuning,
    ownFigures,
  }: {
    db: Db;
    disks: DiskWatch;
    tuning: { beat?: Partial<BeatTiming> | undefined };
    ownFigures: () => Promise<readonly object[]>;
  }) => startBeat({ db, disks, ownFigures }, tuning.beat),
});
