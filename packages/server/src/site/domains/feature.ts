import { routes } from '@vesper/contract';
import { defineFeature } from '../../kernel/feature.ts';

export const domainsFeature = defineFeature({
  room: 'site/domains',
  tables: {
    domains: { clearing: 'keeps', shownBy: [routes.domainSettings] },
  },
});
