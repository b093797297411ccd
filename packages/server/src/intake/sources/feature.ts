import { defineFeature } from '../../kernel/feature.ts';

export const sourcesFeature = defineFeature({
  room: 'intake/sources',
  tables: {
    source_permissions: { clearing: 'keeps' },
    video_sources: { clearing: 'keeps' },
  },
});
