import { defineFeature } from '../../kernel/feature.ts';

export const sessionsFeature = defineFeature({
  room: 'access/sessions',
  tables: {},
});
