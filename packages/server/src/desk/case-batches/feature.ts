import { defineFeature } from '../../kernel/feature.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { type CaseDeps, casePartsOf } from '../cases/index.ts';
import { caseBatchRoutes } from './routes.ts';

export const caseBatchesFeature = defineFeature({
  room: 'desk/case-batches',
  tables: {},
  calls: (deps: CaseDeps & { log: Log }) => ({ caseBatches: caseBatchRoutes(casePartsOf(deps), deps.log) }),
});
