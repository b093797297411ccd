import { apiDocumentFeature } from './api-document/feature.ts';
import { crawlersFeature } from './crawlers/feature.ts';
import { domainsFeature } from './domains/feature.ts';
import { liveFeature } from './live/feature.ts';
import { mailFeature } from './mail/feature.ts';
import { operationFeature } from './operation/feature.ts';
import { settingsFeature } from './settings/feature.ts';
import { statisticsFeature } from './statistics/feature.ts';

export const siteFeatures = [
  apiDocumentFeature,
  crawlersFeature,
  domainsFeature,
  liveFeature,
  mailFeature,
  operationFeature,
  settingsFeature,
  statisticsFeature,
] as const;
