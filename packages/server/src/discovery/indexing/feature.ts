import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { indexingRoutes } from './routes.ts';

export const indexingFeature = defineFeature({
  room: 'discovery/indexing',
  tables: {},
  calls: ({ db }: { db: Db }) => ({ indexing: indexingRoutes(db) }),
});
