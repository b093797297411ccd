import { defineFeature } from '../../kernel/feature.ts';

export const translationsFeature = defineFeature({
  room: 'words/translations',
  tables: {},
});
