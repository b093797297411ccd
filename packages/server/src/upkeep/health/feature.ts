import { defineFeature } from '../../kernel/feature.ts';

export const healthFeature = defineFeature({
  room: 'upkeep/health',
  tables: {},
});
