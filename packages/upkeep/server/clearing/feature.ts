import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { remakeStaleDocuments } from '@vesper/library/search';
import { type ClearingDeps, deleteAllCleared } from './clearing.ts';
import * as jobs from './jobs.ts';
import { clearingRoutes } from './routes.ts';

export const clearingFeature = defineFeature({
  room: 'upkeep/clearing',
  tables: {
    clearings: {
      clearing: 'changes',
      shownBy: [routes.videos, routes.categories, routes.mediaJobs, routes.health.gone],
    },
  },
  calls: (deps: ClearingDeps) => ({ catalogue: clearingRoutes(deps) }),
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    async deleteClearedJob(_data, { signal }) {
      await deleteAllCleared(db, signal);
      // Clearing made the documents of kept hidden videos stale.
      await remakeStaleDocuments(db, signal);
    },
  })),
});
