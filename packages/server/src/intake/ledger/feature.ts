import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const ledgerFeature = defineFeature({
  room: 'intake/ledger',
  tables: {
    addresses: { clearing: 'keeps' },
    crawler_run_counts: {
      clearing: 'keeps',
      shownBy: [routes.crawler.runs, routes.crawler.run, routes.ledger.ofRun],
    },
  },
});
