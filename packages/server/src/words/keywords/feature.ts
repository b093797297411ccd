import { defineFeature } from '../../kernel/feature.ts';

export const keywordsFeature = defineFeature({
  room: 'words/keywords',
  tables: {},
});
