import { routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import type { RefusalDeps } from './list.ts';
import { refusalRoutes } from './routes.ts';

export const refusalsFeature = defineFeature({
  room: 'library/refusals',
  tables: {
    refused_terms: { clearing: 'keeps', shownBy: [routes.refusals.terms, routes.refusals.get] },
    refusal_settings: { clearing: 'keeps', shownBy: [routes.refusals.get] },
    refused_videos: { clearing: 'follows', shownBy: [routes.refusals.get] },
  },
  calls: ({ db, queue, refusals }: RefusalDeps) => ({ refusals: refusalRoutes({ db, queue, refusals }) }),
});
