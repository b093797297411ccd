import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { PRODUCT_TOKEN } from '../../kernel/lib/outbound/product-token.ts';
import { type BotPageOptions, mountBotPage } from './bot-page.ts';
import { forgetHosts } from './forget-hosts.ts';
import * as jobs from './jobs.ts';

interface BotPageDeps {
  domains: Pick<BotPageOptions, 'configFor'>;
  crawlerUserAgent: BotPageOptions['userAgent'];
}

export const mannersFeature = defineFeature({
  room: 'intake/manners',
  tables: {
    crawl_hosts: { clearing: 'keeps' },
    fetched_files: { clearing: 'changes' },
    robots_files: { clearing: 'keeps' },
    source_breakers: { clearing: 'keeps' },
  },
  mount: (app, { domains, crawlerUserAgent }: BotPageDeps) =>
    mountBotPage(app, {
      configFor: domains.configFor,
      userAgent: crawlerUserAgent,
      productToken: PRODUCT_TOKEN,
    }),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetHostsJob: () => forgetHosts(db, clock.now()),
  })),
});
