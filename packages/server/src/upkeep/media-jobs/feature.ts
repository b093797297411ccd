import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import type { Storages } from '../../kernel/storage/storage.ts';
import { mediaCommands } from './commands.ts';
import { mediaJobRoutes } from './routes.ts';

export const mediaJobsFeature = defineFeature({
  room: 'upkeep/media-jobs',
  tables: {
    media_job_changes: { clearing: 'empties' },
    media_job_counts: { clearing: 'empties' },
    media_jobs: {
      clearing: 'empties',
      shownBy: [
        routes.mediaJobs.list,
        routes.mediaJobs.counts,
        routes.mediaJobs.count,
        routes.mediaJobs.failures,
        routes.jobs,
      ],
    },
    media_reruns: { clearing: 'changes', shownBy: [routes.mediaJobs.reruns, routes.mediaJobs.oldStreams] },
  },
  calls: ({ db, storages }: { db: Db; storages: Storages }) => ({
    mediaJobs: mediaJobRoutes({ db, storages }),
  }),
  commands: mediaCommands,
});
