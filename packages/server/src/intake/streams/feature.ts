import { defineFeature } from '../../kernel/feature.ts';

export const streamsFeature = defineFeature({
  room: 'intake/streams',
  tables: {},
});
