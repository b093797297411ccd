import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import { createDomainDirectory } from '@vesper/site/domains';
import { noteVideos } from '../index-now/index.ts';
import * as jobs from './jobs.ts';
import { mountRobotsFile, type RobotsParts } from './robots.ts';
import { keepShards } from './shards.ts';
import { mountSitemapFiles, type SitemapParts } from './sitemap-files.ts';

interface SitemapWork {
  db: Db;
  config: { indexNowEndpoints: readonly string[] };
}

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
  jobs: bindJobs(jobs, ({ db, config: { indexNowEndpoints: endpoints } }: SitemapWork) => ({
    keepSitemapsJob() {
      if (endpoints.length === 0) return keepShards(db);
      const domains = createDomainDirectory(db);
      return keepShards(db, { note: (tx, videos) => noteVideos(tx, { endpoints, domains }, videos) });
    },
  })),
});
