import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const duplicatesFeature = defineFeature({
  room: 'desk/duplicates',
  tables: {
    duplicate_decisions: { clearing: 'keeps', shownBy: [routes.duplicates] },
  },
});
