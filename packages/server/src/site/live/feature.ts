import { defineFeature } from '../../kernel/feature.ts';

export const liveFeature = defineFeature({
  room: 'site/live',
  tables: {},
});
