import { defineFeature } from '@vesper/core/feature.ts';

export const streamsFeature = defineFeature({
  room: 'intake/streams',
});
