import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import * as jobs from './jobs.ts';
import { jobTimelineRoutes } from './routes.ts';
import { forgetOldEvents } from './timeline.ts';

export const jobTimelinesFeature = defineFeature({
  room: 'upkeep/job-timelines',
  shows: { download_jobs: [routes.jobs] },
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ jobs: jobTimelineRoutes({ db, clock }) }),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetEventsJob: (_data, { signal }) => forgetOldEvents(db, clock.now(), signal),
  })),
});
