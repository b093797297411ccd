import { defineFeature } from '../../kernel/feature.ts';

export const crawlerFeature = defineFeature({
  room: 'intake/crawler',
  tables: {
    crawler_problems: { clearing: 'keeps' },
    crawler_runs: { clearing: 'keeps' },
    sitemap_cursors: { clearing: 'keeps' },
  },
});
