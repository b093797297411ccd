import { routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { HealthDeps } from './gone-videos.ts';
import * as jobs from './jobs.ts';
import { finishFileCheck } from './missing-files.ts';
import { type RecheckDeps, recheckVideos } from './recheck.ts';
import { healthRoutes } from './routes.ts';

export const healthFeature = defineFeature({
  room: 'upkeep/health',
  tables: {
    file_checks: { clearing: 'changes' },
    survival_counts: { clearing: 'empties' },
    video_health: { clearing: 'empties' },
  },
  shows: { videos: [routes.health.gone], video_sources: [routes.health.survival] },
  calls: (deps: HealthDeps) => ({ health: healthRoutes(deps) }),
  jobs: bindJobs(jobs, (deps: HealthDeps & RecheckDeps) => ({
    recheckVideosJob: (_data, context) => recheckVideos(deps, context),
    checkFilesJob: (_data, context) => finishFileCheck(deps, context),
  })),
});
