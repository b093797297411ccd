import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { hostnameOf } from '@vesper/core/http/origin.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import type { SafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { createDomainDirectory, type DomainDirectory } from '@vesper/site/domains';
import * as jobs from './jobs.ts';
import { noteLists } from './note-pages.ts';
import { findKey } from './queries.ts';
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
  /** The key file proves that a submission is the site's own. */
  mount(app, { db, domains }: IndexNowParts) {
    app.get<{ Params: { key: string } }>('/:key(^[0-9a-f]{32}).txt', async (request, reply) => {
      const { key } = request.params;
      if ((await findKey(db, await domains.nameFor(hostnameOf(request)))) !== key)
        throw new AppError('not_found', 'This file does not exist.');
      return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(key);
    });
  },
  jobs: bindJobs(jobs, ({ db, clock, fetch, config }: IndexNowWork) => {
    const { indexNowEndpoints: endpoints } = config;
    if (endpoints.length === 0) return undefined;
    // Read each time, so that removed domains are not submitted.
    const teller = () => ({ endpoints, domains: createDomainDirectory(db) });
    return {
      noteListsJob: () => noteLists(db, teller()),
      tellEnginesJob: (_, context) => tellEngines({ ...teller(), db, clock, fetch }, context),
    };
  }),
});
