import { defineFeature } from '../../kernel/feature.ts';

export const clearingFeature = defineFeature({
  room: 'desk/clearing',
  tables: {
    clearings: { clearing: 'changes' },
  },
});
