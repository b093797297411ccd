import { defineFeature } from '../../kernel/feature.ts';

export const crawlerFeature = defineFeature({
  room: 'intake/crawler',
  tables: {},
});
