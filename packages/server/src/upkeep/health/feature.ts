import { defineFeature } from '../../kernel/feature.ts';

export const healthFeature = defineFeature({
  room: 'upkeep/health',
  tables: {
    file_checks: { clearing: 'changes' },
    survival_counts: { clearing: 'empties' },
    video_health: { clearing: 'empties' },
  },
});
