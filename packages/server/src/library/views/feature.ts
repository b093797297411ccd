import { defineFeature } from '../../kernel/feature.ts';

export const viewsFeature = defineFeature({
  room: 'library/views',
  tables: {
    view_marks: { clearing: 'keeps' },
    view_salts: { clearing: 'keeps' },
  },
});
