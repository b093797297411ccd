import { auditFeature } from '../access/audit/feature.ts';
import { sessionsFeature } from '../access/sessions/feature.ts';
import { tokensFeature } from '../access/tokens/feature.ts';
import { casesFeature } from '../desk/cases/feature.ts';
import { catalogueFeature } from '../desk/catalogue/feature.ts';
import { clearingFeature } from '../desk/clearing/feature.ts';
import { duplicatesFeature } from '../desk/duplicates/feature.ts';
import { intakeFeature } from '../desk/intake/feature.ts';
import { moveInsFeature } from '../desk/move-ins/feature.ts';
import { outcomeFeature } from '../desk/outcome/feature.ts';
import { feedsFeature } from '../discovery/feeds/feature.ts';
import { indexNowFeature } from '../discovery/index-now/feature.ts';
import { indexingFeature } from '../discovery/indexing/feature.ts';
import { oembedFeature } from '../discovery/oembed/feature.ts';
import { oldAddressesFeature } from '../discovery/old-addresses/feature.ts';
import { securityTextFeature } from '../discovery/security-text/feature.ts';
import { sitemapsFeature } from '../discovery/sitemaps/feature.ts';
import { blockListFeature } from '../intake/block-list/feature.ts';
import { crawlerFeature } from '../intake/crawler/feature.ts';
import { downloadsFeature } from '../intake/downloads/feature.ts';
import { dumpsFeature } from '../intake/dumps/feature.ts';
import { ledgerFeature } from '../intake/ledger/feature.ts';
import { mannersFeature } from '../intake/manners/feature.ts';
import { readersFeature } from '../intake/readers/feature.ts';
import { revisitsFeature } from '../intake/revisits/feature.ts';
import { sourcesFeature } from '../intake/sources/feature.ts';
import { streamsFeature } from '../intake/streams/feature.ts';
import { withdrawalFeature } from '../intake/withdrawal/feature.ts';
import type { Feature, Table } from '../kernel/feature.ts';
import { embedsFeature } from '../library/embeds/feature.ts';
import { mediaFeature } from '../library/media/feature.ts';
import { refusalsFeature } from '../library/refusals/feature.ts';
import { searchFeature } from '../library/search/feature.ts';
import { topicsFeature } from '../library/topics/feature.ts';
import { videosFeature } from '../library/videos/feature.ts';
import { viewsFeature } from '../library/views/feature.ts';
import { pipelineFeature } from '../pipeline/feature.ts';
import { apiDocumentFeature } from '../site/api-document/feature.ts';
import { crawlersFeature } from '../site/crawlers/feature.ts';
import { domainsFeature } from '../site/domains/feature.ts';
import { liveFeature } from '../site/live/feature.ts';
import { mailFeature } from '../site/mail/feature.ts';
import { operationFeature } from '../site/operation/feature.ts';
import { settingsFeature } from '../site/settings/feature.ts';
import { statisticsFeature } from '../site/statistics/feature.ts';
import { backupsFeature } from '../upkeep/backups/feature.ts';
import { healthFeature } from '../upkeep/health/feature.ts';
import { jobTimelinesFeature } from '../upkeep/job-timelines/feature.ts';
import { mediaJobsFeature } from '../upkeep/media-jobs/feature.ts';
import { storageFeature } from '../upkeep/storage/feature.ts';
import { keywordsFeature } from '../words/keywords/feature.ts';
import { languagesFeature } from '../words/languages/feature.ts';
import { searchesFeature } from '../words/searches/feature.ts';
import { translationsFeature } from '../words/translations/feature.ts';
import { mainFeature } from './feature.ts';

export const FEATURES = [
  auditFeature,
  sessionsFeature,
  tokensFeature,
  apiDocumentFeature,
  crawlersFeature,
  domainsFeature,
  liveFeature,
  mailFeature,
  operationFeature,
  settingsFeature,
  statisticsFeature,
  embedsFeature,
  mediaFeature,
  refusalsFeature,
  searchFeature,
  topicsFeature,
  videosFeature,
  viewsFeature,
  blockListFeature,
  crawlerFeature,
  downloadsFeature,
  dumpsFeature,
  ledgerFeature,
  mannersFeature,
  readersFeature,
  revisitsFeature,
  sourcesFeature,
  streamsFeature,
  withdrawalFeature,
  keywordsFeature,
  languagesFeature,
  searchesFeature,
  translationsFeature,
  feedsFeature,
  indexNowFeature,
  indexingFeature,
  oembedFeature,
  oldAddressesFeature,
  securityTextFeature,
  sitemapsFeature,
  backupsFeature,
  healthFeature,
  jobTimelinesFeature,
  mediaJobsFeature,
  storageFeature,
  catalogueFeature,
  clearingFeature,
  duplicatesFeature,
  moveInsFeature,
  casesFeature,
  outcomeFeature,
  intakeFeature,
  pipelineFeature,
  mainFeature,
] as const;

const features: readonly Feature[] = FEATURES;

export const JOBS = features.flatMap(({ jobs }) => jobs?.definitions ?? []);

const tablesWhere = (holds: (table: Table) => boolean) =>
  features.flatMap(({ tables }) =>
    Object.entries(tables).flatMap(([name, table]) => (holds(table) ? [name] : [])),
  );

/** Emptied at once by clearing the library. */
export const EMPTIED = tablesWhere(({ clearing }) => clearing === 'empties');

export const LEFT_OUT_OF_BACKUPS = tablesWhere(({ inBackups = true }) => !inBackups);
