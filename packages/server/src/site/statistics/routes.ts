import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { selectTotals } from './queries.ts';
import { readCharts } from './statistics.ts';

export function statisticsRoutes({ db, clock }: { db: Db; clock: Clock }): Handlers['statistics'] {
  return {
    totals: () => selectTotals(db),
    charts: ({ span }) => readCharts(db, span, clock.now()),
  };
}
