import { defineFeature } from '@vesper/core/feature.ts';

export const embedsFeature = defineFeature({
  room: 'library/embeds',
});
