import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { type BackupParts, backupCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { tendBackups } from './schedule.ts';

export const backupsFeature = defineFeature({
  room: 'upkeep/backups',
  jobs: bindJobs(jobs, ({ backups, log }: { backups: BackupParts; log: Log }) => ({
    tendBackupsJob: {
      cron: () => backups.rules.cron,
      async run(_data, { signal }) {
        if (!backups.rules.isScheduled) return;
        const storage = await backups.openStorage(undefined);
        await tendBackups({ ...backups, log }, storage, signal).finally(() => storage.close());
      },
    },
  })),
  commands: backupCommands,
});
