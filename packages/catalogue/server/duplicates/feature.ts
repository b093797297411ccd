import { routes } from '@vesper/contract';
import { defineFeature } from '@vesper/core/feature.ts';
import type { MediaAddresses } from '@vesper/library/media';
import type { MergeDeps } from './merge.ts';
import { duplicateRoutes } from './routes.ts';

export const duplicatesFeature = defineFeature({
  room: 'catalogue/duplicates',
  tables: {
    duplicate_decisions: { clearing: 'keeps', shownBy: [routes.duplicates] },
    known_films: { clearing: 'follows' },
  },
  calls: (deps: MergeDeps & { addresses: MediaAddresses }) => ({ duplicates: duplicateRoutes(deps) }),
});
