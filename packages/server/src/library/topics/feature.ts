import { defineFeature } from '../../kernel/feature.ts';

export const topicsFeature = defineFeature({
  room: 'library/topics',
  tables: {
    categories: { clearing: 'changes' },
    category_rules: { clearing: 'keeps' },
    tag_rules: { clearing: 'keeps' },
    topic_moves: { clearing: 'keeps' },
    topic_settings: { clearing: 'keeps' },
  },
});
