import { defineFeature } from '../../kernel/feature.ts';

export const statisticsFeature = defineFeature({
  room: 'site/statistics',
  tables: {},
});
