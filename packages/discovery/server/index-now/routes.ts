import { MOST_WAITING } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import type { DomainDirectory } from '@vesper/site/domains';
import { selectTargets } from './queries.ts';
import { viewTarget } from './view.ts';

interface IndexNowDeps {
  db: Db;
  domains: Pick<DomainDirectory, 'nameFor'>;
  config: { indexNowEndpoints: readonly string[] };
}

export function indexNowRoutes({
  db,
  domains,
  config: { indexNowEndpoints: endpoints },
}: IndexNowDeps): Pick<Handlers['indexing'], 'indexNow'> {
  return {
    async indexNow({ domain: hostname = '' }) {
      const domain = await domains.nameFor(hostname);
      const rows = await selectTargets(db, { endpoints, domain, most: MOST_WAITING });
      return { isOn: endpoints.length > 0, targets: rows.map(viewTarget) };
    },
  };
}
