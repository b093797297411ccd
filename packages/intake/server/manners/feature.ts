import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type BotPageOptions, mountBotPage } from './bot-page.ts';
import { deleteForgotten } from './host-queries.ts';
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
    mountBotPage(app, { configFor: domains.configFor, userAgent: crawlerUserAgent }),
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetHostsJob: () => forgetHosts(db, clock.now()),
  })),
});

const KEPT_MS = 90 * 86_400_000;

export function forgetHosts(db: Db, now: Date): Promise<void> {
  return deleteForgotten(db, new Date(now.getTime() - KEPT_MS));
}
