import { defineFeature } from '../../kernel/feature.ts';
import type { CaseParts } from '../cases/index.ts';
import { proposalRoutes } from './routes.ts';

type ProposalDeps = Omit<CaseParts, 'configFor'> & { domains: Pick<CaseParts, 'configFor'> };

export const proposalsFeature = defineFeature({
  room: 'desk/proposals',
  tables: {},
  calls: ({ domains, db, queue, clock, keys, caseLinks, config }: ProposalDeps) => ({
    proposals: proposalRoutes({ db, queue, clock, keys, caseLinks, config, configFor: domains.configFor }),
  }),
});
