import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { selectTotals } from './queries.ts';
import { readCharts } from './statistics.ts';

export function statisticsRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['statistics'] {
  return {
    totals: () => selectTotals(db),
    charts: ({ span }) => readCharts(db, span, clock.now()),
  };
}
