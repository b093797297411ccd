import { defineFeature } from '../../kernel/feature.ts';

export const mediaJobsFeature = defineFeature({
  room: 'upkeep/media-jobs',
  tables: {},
});
