import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { runBulkAct } from './bulk-acts.ts';
import * as jobs from './jobs.ts';
import { type CatalogueDeps, catalogueRoutes } from './routes.ts';
import { tendCatalogue } from './tending.ts';

type CatalogueCallDeps = Omit<CatalogueDeps, 'rendersByDefault'> & { config: { hls: boolean } };

export const catalogueFeature = defineFeature({
  room: 'catalogue/catalogue',
  tables: {
    bulk_act_items: { clearing: 'keeps' },
    bulk_acts: { clearing: 'keeps', shownBy: [routes.catalogue.bulkActs, routes.catalogue.bulkAct] },
  },
  shows: {
    clearings: [routes.catalogue],
    videos: [routes.catalogue.list, routes.catalogue.counts, routes.catalogue.total, routes.catalogue.get],
  },
  calls: ({ db, queue, clock, storages, addresses, signer, log, config, refusals }: CatalogueCallDeps) => ({
    catalogue: catalogueRoutes({
      ...{ db, queue, clock, storages, addresses, signer, log, refusals },
      get rendersByDefault() {
        return config.hls;
      },
    }),
  }),
  jobs: bindJobs(jobs, ({ db, queue, clock }: { db: Db; queue: Queue; clock: Clock }) => ({
    bulkActJob: ({ bulkActId }, { signal }) => runBulkAct({ db, queue, clock }, bulkActId, signal),
    tendCatalogueJob: (_data, { signal }) => tendCatalogue({ db, queue, clock }, { signal }),
  })),
});
