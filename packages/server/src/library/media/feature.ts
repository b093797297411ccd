import { defineFeature } from '../../kernel/feature.ts';

export const mediaFeature = defineFeature({
  room: 'library/media',
  tables: {
    loose_files: { clearing: 'keeps' },
    quarantine_work: { clearing: 'follows' },
    storage_changes: { clearing: 'keeps' },
    storage_counts: { clearing: 'keeps' },
    stored_files: { clearing: 'follows' },
  },
});
