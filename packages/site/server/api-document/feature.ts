import { defineFeature } from '@vesper/core/feature.ts';
import { apiDocumentRoutes } from './routes.ts';

export const apiDocumentFeature = defineFeature({
  room: 'site/api-document',
  calls: () => ({ apiDocument: apiDocumentRoutes() }),
});
