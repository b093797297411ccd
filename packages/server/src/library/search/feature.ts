import { defineFeature } from '../../kernel/feature.ts';

export const searchFeature = defineFeature({
  room: 'library/search',
  tables: {
    video_search: { clearing: 'empties' },
  },
});
