import { defineFeature } from '../../kernel/feature.ts';

export const catalogueFeature = defineFeature({
  room: 'desk/catalogue',
  tables: {},
});
