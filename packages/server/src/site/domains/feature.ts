import { routes } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { domainCommands } from './commands.ts';
import type { DomainDirectory } from './domains.ts';
import { domainRoutes, domainSettingsRoutes } from './routes.ts';
import { mountSiteFiles } from './site-files.ts';

export const domainsFeature = defineFeature({
  room: 'site/domains',
  tables: {
    domains: { clearing: 'keeps', shownBy: [routes.domainSettings] },
  },
  calls: ({ db, domains }: { db: Db; domains: DomainDirectory }) => ({
    domains: domainRoutes(domains),
    domainSettings: domainSettingsRoutes(db),
  }),
  mount: (app, { domains }: { domains: DomainDirectory }) => mountSiteFiles(app, domains),
  commands: domainCommands,
});
