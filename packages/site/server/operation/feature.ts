import { routes } from '@vesper/contract';
import { defineFeature, type OnStop } from '@vesper/core/feature.ts';
import { defineFigures, momentSample, type Sample, samplesBy } from '@vesper/core/figures.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { type AlertParts, tendAlerts } from './alerts.ts';
import { type BeatParts, type BeatTiming, startBeat } from './beat.ts';
import { allDisks, conditionsOf, type KnownFacts, type SiteFacts } from './conditions.ts';
import * as jobs from './jobs.ts';
import type { ReportParts } from './report.ts';
import { operationRoutes } from './routes.ts';
import { watchWithoutWorker } from './watch.ts';

const DAY_SECONDS = 86_400;

export const operationFigures = defineFigures(
  {
    workers_alive: { help: 'Workers with a recent heartbeat' },
    disk_free_bytes: { help: "Free space on a folder's disk", labels: ['host', 'folder'] },
    disk_size_bytes: { help: "Size of a folder's disk", labels: ['host', 'folder'] },
    site_conditions: { help: 'Current conditions by severity', labels: ['severity'] },
    database_answer_seconds: { help: 'Response time of the database' },
    storage_answers: { help: 'Whether the file storage answers: 1 or 0' },
    backup_newest_timestamp_seconds: { help: 'When the newest backup began' },
    backup_verified_timestamp_seconds: { help: 'When the newest verified backup began' },
    backup_verified_limit_seconds: { help: 'Maximum age of the newest verified backup' },
  },
  async ({ look }: { look: () => Promise<SiteFacts> }) => {
    const facts = await look();
    const { known, databaseMs } = facts;
    const count = (wanted: string) =>
      conditionsOf(facts).filter(({ severity }) => severity === wanted).length;
    return {
      workers_alive: known ? [{ value: known.operation.workers.length }] : [],
      disk_free_bytes: diskSamples(known, 'freeBytes'),
      disk_size_bytes: diskSamples(known, 'sizeBytes'),
      site_conditions: samplesBy('severity', { urgent: count('urgent'), warning: count('warning') }),
      database_answer_seconds: databaseMs === null ? [] : [{ value: databaseMs / 1000 }],
      storage_answers: known ? [{ value: known.storageAnswers ? 1 : 0 }] : [],
      backup_newest_timestamp_seconds: momentSample(known?.backup?.newestAt),
      backup_verified_timestamp_seconds: momentSample(known?.backup?.verifiedAt),
      backup_verified_limit_seconds: known?.backup
        ? [{ value: known.backup.verifiedLimitDays * DAY_SECONDS }]
        : [],
    };
  },
);

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
  start: (parts: BeatParts & { tuning: { beat?: Partial<BeatTiming> | undefined } }) =>
    startBeat(parts, parts.tuning.beat),
});

function diskSamples(known: KnownFacts | undefined, what: 'freeBytes' | 'sizeBytes'): Sample[] {
  return (known ? allDisks(known) : []).flatMap(({ host, folders, ...disk }) =>
    folders.map((folder) => ({ labels: { host, folder }, value: disk[what] })),
  );
}
