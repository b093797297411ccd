import { defineFeature } from '../../kernel/feature.ts';

/** Changed pages of videos that are here. The crawler queues them, and the pipeline looks at them: see `revisitJob`. */
export const revisitsFeature = defineFeature({
  room: 'intake/revisits',
  tables: { revisits: { clearing: 'follows' } },
});
