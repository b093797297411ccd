import { defineFeature } from '../../kernel/feature.ts';

export const videosFeature = defineFeature({
  room: 'library/videos',
  tables: {},
});
