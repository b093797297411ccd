import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const languagesFeature = defineFeature({
  room: 'words/languages',
  tables: {
    languages: { clearing: 'keeps', shownBy: [routes.languages] },
  },
});
