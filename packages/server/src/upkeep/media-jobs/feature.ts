import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

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
});
