import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { forgetHosts } from './forget-hosts.ts';
import * as jobs from './jobs.ts';

export const mannersFeature = defineFeature({
  room: 'intake/manners',
  tables: {
    crawl_hosts: { clearing: 'keeps' },
    fetched_files: { clearing: 'keeps' },
    robots_files: { clearing: 'keeps' },
    source_breakers: { clearing: 'keeps' },
  },
  jobs: bindJobs(jobs, ({ db, clock }: { db: Db; clock: Clock }) => ({
    forgetHostsJob: () => forgetHosts(db, clock.now()),
  })),
});
