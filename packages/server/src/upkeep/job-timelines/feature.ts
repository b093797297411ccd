import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import * as jobs from './jobs.ts';
import { jobTimelineRoutes } from './routes.ts';
import { forgetOldEvents } from './timeline.ts';

export const jobTimelinesFeature = defineFeature({
  room: 'upkeep/job-timelines',
  tables: {},
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ jobs: jobTimelineRoutes({ db, clock }) }),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetEventsJob: (_data, { signal }) => forgetOldEvents(db, clock.now(), signal),
  })),
});
