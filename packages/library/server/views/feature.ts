import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import * as jobs from './jobs.ts';
import { forgetVisitors } from './views.ts';

export const viewsFeature = defineFeature({
  room: 'library/views',
  tables: {
    view_batches: { clearing: 'keeps' },
    view_marks: { clearing: 'keeps' },
    view_salts: { clearing: 'keeps' },
    watched_marks: { clearing: 'empties' },
    watched_pairs: { clearing: 'follows' },
  },
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetVisitorsJob: () => forgetVisitors(db, clock.now()),
  })),
});
