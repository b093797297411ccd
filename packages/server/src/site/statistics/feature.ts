import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import * as jobs from './jobs.ts';
import { statisticsRoutes } from './routes.ts';
import { keepStatistics } from './statistics.ts';

export const statisticsFeature = defineFeature({
  room: 'site/statistics',
  tables: {
    stat_buckets: { clearing: 'keeps', shownBy: [routes.statistics.charts] },
    stat_changes: { clearing: 'changes' },
  },
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ statistics: statisticsRoutes({ db, clock }) }),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    keepStatisticsJob: (_data, { signal }) => keepStatistics(db, clock.now(), signal),
  })),
});
