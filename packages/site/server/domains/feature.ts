import { routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { domainCommands } from './commands.ts';
import type { DomainDirectory } from './domains.ts';
import { domainRoutes, domainSettingsRoutes } from './routes.ts';
import { mountSiteFiles } from './site-files.ts';

export const domainsFeature = defineFeature({
  room: 'site/domains',
  tables: {
    domains: { clearing: 'keeps', shownBy: [routes.domainSettings] },
    domain_pictures: { clearing: 'keeps', shownBy: [routes.domainSettings] },
  },
  calls: ({ db, domains, refusals }: { db: Db; domains: DomainDirectory; refusals: RefusedWords }) => ({
    domains: domainRoutes(domains),
    domainSettings: domainSettingsRoutes(db, refusals),
  }),
  mount: (app, parts: { db: Db; domains: DomainDirectory }) => mountSiteFiles(app, parts),
  commands: domainCommands,
});
