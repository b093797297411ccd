import { defineFeature } from '../../kernel/feature.ts';

export const takedownsFeature = defineFeature({
  room: 'desk/takedowns',
  tables: {},
});
