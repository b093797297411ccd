import { defineFeature } from '../../kernel/feature.ts';

export const topicsFeature = defineFeature({
  room: 'library/topics',
  tables: {},
});
