import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const auditFeature = defineFeature({
  room: 'access/audit',
  tables: {
    audit_acts: { clearing: 'keeps' },
    audit_head: { clearing: 'keeps' },
    audit_log: { clearing: 'keeps', shownBy: [routes.audit] },
  },
});
