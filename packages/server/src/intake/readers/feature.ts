import { defineFeature } from '../../kernel/feature.ts';

export const readersFeature = defineFeature({
  room: 'intake/readers',
  tables: {},
});
