import { defineFeature } from '../../kernel/feature.ts';
import type { DomainDirectory } from '../../site/domains/index.ts';
import { mountRobotsFile } from './robots-file.ts';

export const sitemapsFeature = defineFeature({
  room: 'discovery/sitemaps',
  tables: {},
  mount: (app, { domains }: { domains: DomainDirectory }) => mountRobotsFile(app, domains),
});
