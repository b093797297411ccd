import { defineFeature } from '../../kernel/feature.ts';

export const catalogueFeature = defineFeature({
  room: 'desk/catalogue',
  tables: {
    bulk_act_items: { clearing: 'keeps' },
    bulk_acts: { clearing: 'keeps' },
  },
});
