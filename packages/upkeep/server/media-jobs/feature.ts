import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures, momentSample, samplesBy } from '@vesper/core/figures.ts';
import { mediaCommands } from './commands.ts';
import { countMediaJobsByStatus, selectOldestReadyJob } from './list-queries.ts';
import type { PosterDeps } from './posters.ts';
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
  shows: { videos: [routes.mediaJobs.posters] },
  calls: (deps: PosterDeps) => ({ mediaJobs: mediaJobRoutes(deps) }),
  figures: defineFigures(
    {
      media_jobs: { help: 'Media jobs by status', labels: ['status'] },
      media_jobs_oldest_ready_timestamp_seconds: {
        help: 'When the oldest media job was added that could start now',
      },
    },
    async ({ db }: { db: Db }) => {
      const [counts, oldest] = await Promise.all([countMediaJobsByStatus(db), selectOldestReadyJob(db)]);
      return {
        media_jobs: samplesBy('status', counts),
        media_jobs_oldest_ready_timestamp_seconds: momentSample(oldest),
      };
    },
  ),
  commands: mediaCommands,
});
