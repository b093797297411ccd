import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { tokenRoutes } from './routes.ts';

export const tokensFeature = defineFeature({
  room: 'access/tokens',
  tables: {
    personal_tokens: { clearing: 'keeps', shownBy: [routes.tokens] },
  },
  calls: ({ db, clock }: { db: Db; clock: Clock }) => ({ tokens: tokenRoutes({ db, clock }) }),
});
