import type { AuditSettings } from '../../access/audit/index.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { type CaseDeps, casePartsOf } from '../cases/index.ts';
import { caseworkRoutes } from './routes.ts';

export const caseworkFeature = defineFeature({
  room: 'desk/casework',
  tables: {},
  calls: (deps: CaseDeps & { audit: AuditSettings }) => ({ casework: caseworkRoutes(casePartsOf(deps)) }),
});
