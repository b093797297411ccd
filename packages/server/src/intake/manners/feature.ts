import { defineFeature } from '../../kernel/feature.ts';

export const mannersFeature = defineFeature({
  room: 'intake/manners',
  tables: {},
});
