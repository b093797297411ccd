import { defineFeature } from '../../kernel/feature.ts';

export const sourcesFeature = defineFeature({
  room: 'intake/sources',
  tables: {},
});
