import { defineFeature } from '../../kernel/feature.ts';

export const operationFeature = defineFeature({
  room: 'site/operation',
  tables: {
    workers: { clearing: 'keeps' },
  },
});
