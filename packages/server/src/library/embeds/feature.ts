import { defineFeature } from '../../kernel/feature.ts';

export const embedsFeature = defineFeature({
  room: 'library/embeds',
  tables: {},
});
