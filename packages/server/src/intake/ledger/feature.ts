import { defineFeature } from '../../kernel/feature.ts';

export const ledgerFeature = defineFeature({
  room: 'intake/ledger',
  tables: {},
});
