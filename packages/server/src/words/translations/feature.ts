import { defineFeature } from '../../kernel/feature.ts';

export const translationsFeature = defineFeature({
  room: 'words/translations',
  tables: {
    translation_changes: { clearing: 'keeps' },
    translation_faults: { clearing: 'follows' },
    translation_runs: { clearing: 'keeps' },
    translation_totals: { clearing: 'keeps' },
    video_translations: { clearing: 'follows' },
  },
});
