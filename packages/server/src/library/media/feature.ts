import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import type { LeaseTiming } from '../../kernel/jobs/lease-loop.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { Storages } from '../../kernel/storage/storage.ts';
import { startQuarantineWorker } from './quarantine.ts';

interface QuarantineWork {
  db: Db;
  storages: Storages;
  log: Log;
  tuning: { quarantine?: Partial<LeaseTiming> | undefined };
}

export const mediaFeature = defineFeature({
  room: 'library/media',
  tables: {
    loose_files: { clearing: 'keeps' },
    quarantine_work: { clearing: 'follows' },
    storage_changes: { clearing: 'keeps' },
    storage_counts: { clearing: 'keeps' },
    stored_files: { clearing: 'follows' },
  },
  start: ({ db, storages, log, tuning }: QuarantineWork) =>
    startQuarantineWorker({ db, storages, log }, tuning.quarantine),
});
