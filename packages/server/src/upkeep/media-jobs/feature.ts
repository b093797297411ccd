import { defineFeature } from '../../kernel/feature.ts';

export const mediaJobsFeature = defineFeature({
  room: 'upkeep/media-jobs',
  tables: {
    media_job_changes: { clearing: 'empties' },
    media_job_counts: { clearing: 'empties' },
    media_jobs: { clearing: 'empties' },
    media_reruns: { clearing: 'changes' },
  },
});
