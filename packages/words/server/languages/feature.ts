import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { languageRoutes } from './routes.ts';

export const languagesFeature = defineFeature({
  room: 'words/languages',
  tables: {
    languages: { clearing: 'keeps', shownBy: [routes.languages] },
  },
  calls: ({ db }: { db: Db }) => ({ languages: languageRoutes(db) }),
});
