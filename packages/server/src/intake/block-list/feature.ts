import { defineFeature } from '../../kernel/feature.ts';

export const blockListFeature = defineFeature({
  room: 'intake/block-list',
  tables: {},
});
