import { defineFeature } from '@vesper/core/feature.ts';

export const readersFeature = defineFeature({
  room: 'intake/readers',
});
