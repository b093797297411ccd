import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { tokenRoutes } from './routes.ts';

export const tokensFeature = defineFeature({
  room: 'access/tokens',
  tables: {
    personal_tokens: { clearing: 'keeps', shownBy: [routes.tokens] },
  },
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ tokens: tokenRoutes({ db, clock }) }),
});
