import { defineFeature } from '../../kernel/feature.ts';

export const blockListFeature = defineFeature({
  room: 'intake/block-list',
  tables: {
    blocked_addresses: { clearing: 'keeps' },
    blocked_contents: { clearing: 'keeps' },
    blocked_external_ids: { clearing: 'keeps' },
  },
});
