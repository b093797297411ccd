import { defineFeature } from '../../kernel/feature.ts';
import type { RenderPage } from '../../kernel/http/page-renderer.ts';
import type { IndexingDeps } from './page-states.ts';
import { indexingRoutes } from './routes.ts';

export const indexingFeature = defineFeature({
  room: 'discovery/indexing',
  tables: {},
  calls: (parts: IndexingDeps & { renderPage: RenderPage }) => ({ indexing: indexingRoutes(parts) }),
});
