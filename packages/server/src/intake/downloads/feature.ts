import { defineFeature } from '../../kernel/feature.ts';

export const downloadsFeature = defineFeature({
  room: 'intake/downloads',
  tables: {},
});
