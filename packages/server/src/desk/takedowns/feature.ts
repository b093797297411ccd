import { defineFeature } from '../../kernel/feature.ts';

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {
    dmca_requests: { clearing: 'keeps' },
    source_strikes: { clearing: 'keeps' },
    takedown_videos: { clearing: 'follows' },
  },
});
