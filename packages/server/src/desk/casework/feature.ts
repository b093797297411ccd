import type { AuditSettings } from '../../access/audit/index.ts';
import { defineFeature } from '../../kernel/feature.ts';
import type { CaseParts } from '../cases/index.ts';
import { caseworkRoutes } from './routes.ts';

type CaseworkDeps = Omit<CaseParts, 'configFor'> & {
  domains: Pick<CaseParts, 'configFor'>;
  audit: AuditSettings;
};

export const caseworkFeature = defineFeature({
  room: 'desk/casework',
  tables: {},
  calls: ({ domains, db, queue, clock, keys, caseLinks, config, audit }: CaseworkDeps) => ({
    casework: caseworkRoutes({
      db,
      queue,
      clock,
      keys,
      caseLinks,
      config,
      audit,
      configFor: domains.configFor,
    }),
  }),
});
