import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';
import type { MediaAddresses } from '../../library/media/index.ts';
import type { MergeDeps } from './merge.ts';
import { duplicateRoutes } from './routes.ts';

export const duplicatesFeature = defineFeature({
  room: 'desk/duplicates',
  tables: {
    duplicate_decisions: { clearing: 'keeps', shownBy: [routes.duplicates] },
    known_films: { clearing: 'follows' },
  },
  calls: (deps: MergeDeps & { addresses: MediaAddresses }) => ({ duplicates: duplicateRoutes(deps) }),
});
