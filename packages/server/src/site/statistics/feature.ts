import { defineFeature } from '../../kernel/feature.ts';

export const statisticsFeature = defineFeature({
  room: 'site/statistics',
  tables: {
    stat_buckets: { clearing: 'keeps' },
    stat_changes: { clearing: 'changes' },
  },
});
