import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures } from '@vesper/core/figures.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import * as jobs from './jobs.ts';
import { sumSince } from './queries.ts';
import { statisticsRoutes } from './routes.ts';
import { keepStatistics } from './statistics.ts';

const DAY_MS = 24 * 3600_000;
const OUTCOMES: Readonly<Record<string, string>> = {
  downloads_completed: 'completed',
  downloads_failed: 'failed',
  downloads_left_out: 'left_out',
};

export const statisticsFeature = defineFeature({
  room: 'site/statistics',
  tables: {
    stat_buckets: { clearing: 'keeps', shownBy: [routes.statistics.charts] },
    stat_changes: { clearing: 'changes' },
  },
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ statistics: statisticsRoutes({ db, clock }) }),
  figures: defineFigures(
    {
      downloads_ended_last_day: {
        help: 'Downloads ended in the last 24 hours, by outcome and error class',
        labels: ['outcome', 'class'],
      },
    },
    async ({ db, clock }: { db: Db; clock: Clock }) => {
      const since = new Date(clock.now().getTime() - DAY_MS);
      const sums = await sumSince(db, Object.keys(OUTCOMES), since);
      return {
        downloads_ended_last_day: sums.map(({ metric, label, total }) => ({
          labels: { outcome: OUTCOMES[metric] ?? '', class: label },
          value: total,
        })),
      };
    },
  ),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    keepStatisticsJob: (_data, { signal }) => keepStatistics(db, clock.now(), signal),
  })),
});
