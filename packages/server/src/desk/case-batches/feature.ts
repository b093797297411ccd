import { defineFeature } from '../../kernel/feature.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { CaseParts } from '../cases/index.ts';
import { caseBatchRoutes } from './routes.ts';

type CaseBatchDeps = Omit<CaseParts, 'configFor'> & { domains: Pick<CaseParts, 'configFor'>; log: Log };

export const caseBatchesFeature = defineFeature({
  room: 'desk/case-batches',
  tables: {},
  calls: ({ domains, log, ...parts }: CaseBatchDeps) => ({
    caseBatches: caseBatchRoutes({ ...parts, configFor: domains.configFor }, log),
  }),
});
