import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures } from '@vesper/core/figures.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { selectTotals } from '@vesper/library/media';
import { type Cleaning, cleanNow } from './cleaning.ts';
import { storageCommands } from './commands.ts';
import * as jobs from './jobs.ts';

export const storageFeature = defineFeature({
  room: 'upkeep/storage',
  figures: defineFigures(
    {
      storage_bytes: { help: 'Size of the stored files', labels: ['place', 'purpose'] },
      storage_files: { help: 'Number of stored files', labels: ['place', 'purpose'] },
    },
    async ({ db }: { db: Db }) => {
      const totals = await selectTotals(db);
      const samples = (what: 'bytes' | 'files') =>
        totals.map(({ place, purpose, ...total }) => ({ labels: { place, purpose }, value: total[what] }));
      return { storage_bytes: samples('bytes'), storage_files: samples('files') };
    },
  ),
  jobs: bindJobs(jobs, ({ log, ...cleaning }: Cleaning & { log: Log }) => ({
    async cleanStorageJob(_data, { signal }) {
      const { faults, ...report } = await cleanNow(cleaning, signal);
      log.info(report, 'The storage was cleaned.');
      if (faults.length > 0) log.error({ faults: faults.slice(0, 10) }, 'A part of it could not be cleaned.');
    },
  })),
  commands: storageCommands,
});
