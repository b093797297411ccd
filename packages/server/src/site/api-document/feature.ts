import { defineFeature } from '../../kernel/feature.ts';

export const apiDocumentFeature = defineFeature({
  room: 'site/api-document',
  tables: {},
});
