import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { ledgerCommands } from './commands.ts';
import { ledgerRoutes } from './routes.ts';

export const ledgerFeature = defineFeature({
  room: 'intake/ledger',
  tables: {
    addresses: { clearing: 'keeps' },
    crawler_run_counts: {
      clearing: 'keeps',
      shownBy: [routes.crawler.runs, routes.crawler.run, routes.ledger.ofRun],
    },
  },
  calls: ({ db }: { db: Db }) => ({ ledger: ledgerRoutes(db) }),
  commands: ledgerCommands,
});
