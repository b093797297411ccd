import { defineFeature } from '../../kernel/feature.ts';

export const mediaFeature = defineFeature({
  room: 'library/media',
  tables: {},
});
