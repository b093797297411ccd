import { defineFeature } from '@vesper/core/feature.ts';
import type { RenderPage } from '@vesper/core/http/page-renderer.ts';
import type { IndexingDeps } from './page-states.ts';
import { indexingRoutes } from './routes.ts';

export const indexingFeature = defineFeature({
  room: 'discovery/indexing',
  calls: (parts: IndexingDeps & { renderPage: RenderPage }) => ({ indexing: indexingRoutes(parts) }),
});
