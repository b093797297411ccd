import { defineFeature } from '@vesper/core/feature.ts';

/** The crawler queues them, the pipeline handles them: see `revisitJob`. */
export const revisitsFeature = defineFeature({
  room: 'intake/revisits',
  tables: { revisits: { clearing: 'follows' } },
});
