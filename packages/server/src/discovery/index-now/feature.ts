import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { SafeFetch } from '../../kernel/lib/outbound/safe-fetch.ts';
import { createDomainDirectory, type DomainDirectory } from '../../site/domains/index.ts';
import * as jobs from './jobs.ts';
import { mountKeyFile } from './key-file.ts';
import { noteLists } from './note-pages.ts';
import { indexNowRoutes } from './routes.ts';
import { tellEngines } from './tell-engines.ts';

interface IndexNowParts {
  db: Db;
  domains: DomainDirectory;
  config: { indexNowEndpoints: readonly string[] };
}

interface IndexNowWork {
  db: Db;
  clock: Clock;
  fetch: SafeFetch;
  config: { indexNowEndpoints: readonly string[] };
}

export const indexNowFeature = defineFeature({
  room: 'discovery/index-now',
  tables: {
    index_now_keys: { clearing: 'keeps' },
    index_now_lists: { clearing: 'keeps' },
    index_now_pages: { clearing: 'keeps' },
    index_now_targets: { clearing: 'keeps' },
  },
  calls: (parts: IndexNowParts) => ({ indexing: indexNowRoutes(parts) }),
  mount: (app, { db, domains }: IndexNowParts) => mountKeyFile(app, { db, domains }),
  jobs: bindJobs(jobs, ({ db, clock, fetch, config }: IndexNowWork) => {
    const { indexNowEndpoints: endpoints } = config;
    if (endpoints.length === 0) return undefined;
    // Read afresh each time: a domain that is gone is told of no more.
    const teller = () => ({ endpoints, domains: createDomainDirectory(db) });
    return {
      noteListsJob: () => noteLists(db, teller()),
      tellEnginesJob: (_, context) => tellEngines({ ...teller(), db, clock, fetch }, context),
    };
  }),
});
