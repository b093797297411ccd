import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { type Cleaning, cleanNow } from './cleaning.ts';
import { storageCommands } from './commands.ts';
import * as jobs from './jobs.ts';

export const storageFeature = defineFeature({
  room: 'upkeep/storage',
  tables: {},
  jobs: bindJobs(jobs, ({ db, clock, storages, workDirectory, config, log }: Cleaning & { log: Log }) => ({
    async cleanStorageJob(_data, { signal }) {
      const { faults, ...report } = await cleanNow({ db, clock, storages, workDirectory, config }, signal);
      log.info(report, 'The storage was cleaned.');
      if (faults.length > 0) log.error({ faults: faults.slice(0, 10) }, 'A part of it could not be cleaned.');
    },
  })),
  commands: storageCommands,
});
