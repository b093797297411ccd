import { defineFeature } from '../../kernel/feature.ts';

export const viewsFeature = defineFeature({
  room: 'library/views',
  tables: {},
});
