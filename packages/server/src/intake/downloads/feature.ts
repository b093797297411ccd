import { defineFeature } from '../../kernel/feature.ts';

export const downloadsFeature = defineFeature({
  room: 'intake/downloads',
  tables: {
    cleared_downloads: { clearing: 'keeps' },
    download_clearings: { clearing: 'keeps' },
    download_jobs: { clearing: 'changes' },
    download_lanes: { clearing: 'keeps' },
    download_totals: { clearing: 'keeps' },
  },
});
