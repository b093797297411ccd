import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const tokensFeature = defineFeature({
  room: 'access/tokens',
  tables: {
    personal_tokens: { clearing: 'keeps', shownBy: [routes.tokens] },
  },
});
