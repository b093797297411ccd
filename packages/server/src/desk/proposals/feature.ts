import { defineFeature } from '../../kernel/feature.ts';
import { type CaseDeps, casePartsOf } from '../cases/index.ts';
import { proposalRoutes } from './routes.ts';

export const proposalsFeature = defineFeature({
  room: 'desk/proposals',
  tables: {},
  calls: (deps: CaseDeps) => ({ proposals: proposalRoutes(casePartsOf(deps)) }),
});
