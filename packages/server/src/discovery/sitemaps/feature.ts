import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import * as jobs from './jobs.ts';
import { mountRobotsFile, type RobotsParts } from './robots-file.ts';
import { keepShards } from './shards.ts';
import { mountSitemapFiles, type SitemapParts } from './sitemap-files.ts';

export const sitemapsFeature = defineFeature({
  room: 'discovery/sitemaps',
  tables: {
    sitemap_changes: { clearing: 'empties' },
    sitemap_shards: { clearing: 'empties' },
  },
  mount(app, parts: SitemapParts & RobotsParts) {
    mountRobotsFile(app, parts);
    mountSitemapFiles(app, parts);
  },
  jobs: bindJobs(jobs, ({ db }: { db: Db }) => ({
    keepSitemapsJob: () => keepShards(db),
  })),
});
