import { defineFeature } from '../../kernel/feature.ts';

export const jobTimelinesFeature = defineFeature({
  room: 'upkeep/job-timelines',
  tables: {
    job_events: { clearing: 'keeps' },
  },
});
