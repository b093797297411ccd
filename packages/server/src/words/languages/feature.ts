import { defineFeature } from '../../kernel/feature.ts';

export const languagesFeature = defineFeature({
  room: 'words/languages',
  tables: {
    languages: { clearing: 'keeps' },
  },
});
