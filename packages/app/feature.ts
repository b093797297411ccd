import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures } from '@vesper/core/figures.ts';
import { selectWaiting } from '@vesper/core/jobs/waiting-queries.ts';
import { selectSettings } from '@vesper/site/settings';
import { acceptCommand } from './commands/machine-command.ts';
import { statusCommand } from './commands/status-command.ts';
import type { Base } from './composition/compose.ts';
import { listSettings } from './settings/list-settings.ts';

export const mainFeature = defineFeature({
  room: 'app',
  tables: { machine_marks: { clearing: 'keeps', inBackups: false } },
  calls: ({ config, db, refreshSettings }: Pick<Base, 'config' | 'db' | 'refreshSettings'>) => ({
    settings: {
      async list() {
        // Another process may have just changed them.
        await refreshSettings();
        return listSettings(config, await selectSettings(db));
      },
    },
  }),
  figures: defineFigures(
    {
      jobs_waiting: { help: 'Queue jobs that could start now, by kind', labels: ['job'] },
      jobs_oldest_waiting_timestamp_seconds: {
        help: 'When the oldest of them became ready',
        labels: ['job'],
      },
    },
    async ({ db }: { db: Db }) => {
      const waiting = await selectWaiting(db);
      return {
        jobs_waiting: waiting.map(({ job, count }) => ({ labels: { job }, value: count })),
        jobs_oldest_waiting_timestamp_seconds: waiting.map(({ job, oldestAt }) => ({
          labels: { job },
          value: oldestAt.getTime() / 1000,
        })),
      };
    },
  ),
  commands: { status: statusCommand, 'machine accept': acceptCommand },
});
