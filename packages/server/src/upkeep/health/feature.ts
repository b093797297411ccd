import type { Manners } from '../../intake/manners/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Storages } from '../../kernel/storage/storage.ts';
import * as jobs from './jobs.ts';
import { finishFileCheck } from './missing-files.ts';
import { recheckVideos } from './recheck.ts';
import { healthRoutes } from './routes.ts';

interface HealthWork {
  db: Db;
  queue: Queue;
  clock: Clock;
  storages: Storages;
  manners: Manners;
}

export const healthFeature = defineFeature({
  room: 'upkeep/health',
  tables: {
    file_checks: { clearing: 'changes' },
    survival_counts: { clearing: 'empties' },
    video_health: { clearing: 'empties' },
  },
  calls: ({ db, queue, clock, storages }: Omit<HealthWork, 'manners'>) => ({
    health: healthRoutes({ db, queue, clock, storages }),
  }),
  jobs: bindJobs(jobs, ({ db, queue, clock, storages, manners }: HealthWork) => ({
    recheckVideosJob: (_data, context) => recheckVideos({ db, clock, manners }, context),
    checkFilesJob: (_data, context) => finishFileCheck({ db, queue, clock, storages }, context),
  })),
});
