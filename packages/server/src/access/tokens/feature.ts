import { defineFeature } from '../../kernel/feature.ts';

export const tokensFeature = defineFeature({
  room: 'access/tokens',
  tables: {},
});
