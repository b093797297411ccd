import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const keywordsFeature = defineFeature({
  room: 'words/keywords',
  tables: {
    keyword_unlinks: { clearing: 'follows' },
    keyword_videos: { clearing: 'follows' },
    keywords: { clearing: 'keeps', shownBy: [routes.keywords] },
  },
});
