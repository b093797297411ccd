import { defineFeature } from '../../kernel/feature.ts';

export const mannersFeature = defineFeature({
  room: 'intake/manners',
  tables: {
    crawl_hosts: { clearing: 'keeps' },
    fetched_files: { clearing: 'keeps' },
    robots_files: { clearing: 'keeps' },
    source_breakers: { clearing: 'keeps' },
  },
});
