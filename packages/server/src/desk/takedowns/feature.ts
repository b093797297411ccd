import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {
    dmca_requests: { clearing: 'keeps', shownBy: [routes.takedowns.list, routes.takedowns.get] },
    source_strikes: { clearing: 'keeps', shownBy: [routes.sources, routes.takedowns.strikes] },
    takedown_videos: { clearing: 'follows' },
  },
});
