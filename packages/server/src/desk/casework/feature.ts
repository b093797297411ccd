import { defineFeature } from '../../kernel/feature.ts';
import type { CaseParts } from '../cases/index.ts';
import { caseworkRoutes } from './routes.ts';

type CaseworkDeps = Omit<CaseParts, 'configFor'> & { domains: Pick<CaseParts, 'configFor'> };

export const caseworkFeature = defineFeature({
  room: 'desk/casework',
  tables: {},
  calls: ({ domains, db, queue, clock, keys }: CaseworkDeps) => ({
    casework: caseworkRoutes({ db, queue, clock, keys, configFor: domains.configFor }),
  }),
});
