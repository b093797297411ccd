import { defineFeature } from '../../kernel/feature.ts';

export const auditFeature = defineFeature({
  room: 'access/audit',
  tables: {},
});
