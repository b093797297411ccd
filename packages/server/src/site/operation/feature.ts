import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import type { DiskWatch } from '../../kernel/lib/disk-watch.ts';
import { type BeatTiming, startBeat } from './beat.ts';
import { operationRoutes } from './routes.ts';

export const operationFeature = defineFeature({
  room: 'site/operation',
  tables: {
    workers: { clearing: 'keeps', inBackups: false },
  },
  calls: ({ db, disks }: { db: Db; disks: DiskWatch }) => ({ operation: operationRoutes({ db, disks }) }),
  start: ({
    db,
    disks,
    tuning,
  }: {
    db: Db;
    disks: DiskWatch;
    tuning: { beat?: Partial<BeatTiming> | undefined };
  }) => startBeat(db, disks, tuning.beat),
});
