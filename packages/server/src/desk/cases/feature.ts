import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const casesFeature = defineFeature({
  room: 'desk/cases',
  tables: {
    cases: { clearing: 'keeps', shownBy: [routes.takedowns.list, routes.takedowns.get] },
    case_clocks: { clearing: 'keeps' },
    case_papers: { clearing: 'keeps' },
    case_targets: { clearing: 'keeps' },
    source_strikes: { clearing: 'keeps', shownBy: [routes.sources, routes.takedowns.strikes] },
    takedown_videos: { clearing: 'follows' },
  },
});
