import type { CallGroup } from './call.ts';
import { accountCalls } from './calls/account.ts';
import { adminCalls } from './calls/admin.ts';
import { adminSessionsCalls } from './calls/admin-sessions.ts';
import { administratorsCalls } from './calls/administrators.ts';
import { apiDocumentCalls } from './calls/api-document.ts';
import { auditCalls } from './calls/audit.ts';
import { blockListCalls } from './calls/block-list.ts';
import { caseBatchesCalls } from './calls/case-batches.ts';
import { caseMailsCalls } from './calls/case-mails.ts';
import { caseCalls } from './calls/cases.ts';
import { caseworkCalls } from './calls/casework.ts';
import { catalogueCalls } from './calls/catalogue.ts';
import { categoriesCalls } from './calls/categories.ts';
import { crawlerCalls } from './calls/crawler.ts';
import { domainSettingsCalls } from './calls/domain-settings.ts';
import { domainsCalls } from './calls/domains.ts';
import { downloadsCalls } from './calls/downloads.ts';
import { dumpsCalls } from './calls/dumps.ts';
import { duplicatesCalls } from './calls/duplicates.ts';
import { healthCalls } from './calls/health.ts';
import { indexingCalls } from './calls/indexing.ts';
import { jobsCalls } from './calls/jobs.ts';
import { keywordsCalls } from './calls/keywords.ts';
import { languagesCalls } from './calls/languages.ts';
import { ledgerCalls } from './calls/ledger.ts';
import { mailsCalls } from './calls/mails.ts';
import { mediaCalls } from './calls/media.ts';
import { mediaJobsCalls } from './calls/media-jobs.ts';
import { moveInsCalls } from './calls/move-ins.ts';
import { operationCalls } from './calls/operation.ts';
import { proposalsCalls } from './calls/proposals.ts';
import { refusalsCalls } from './calls/refusals.ts';
import { reportsCalls } from './calls/reports.ts';
import { searchesCalls } from './calls/searches.ts';
import { settingsCalls } from './calls/settings.ts';
import { sitemapCrawlsCalls } from './calls/sitemap-crawls.ts';
import { sourcesCalls } from './calls/sources.ts';
import { statisticsCalls } from './calls/statistics.ts';
import { synonymsCalls } from './calls/synonyms.ts';
import { takedownsCalls } from './calls/takedowns.ts';
import { tokensCalls } from './calls/tokens.ts';
import { topicsCalls } from './calls/topics.ts';
import { translationsCalls } from './calls/translations.ts';
import { transparencyCalls } from './calls/transparency.ts';
import { videosCalls } from './calls/videos.ts';

/** The table of calls, shared by server, browser, tests and documents. */
export const routes = {
  domains: domainsCalls,
  videos: videosCalls,
  media: mediaCalls,
  categories: categoriesCalls,
  catalogue: catalogueCalls,
  keywords: keywordsCalls,
  indexing: indexingCalls,
  searches: searchesCalls,
  synonyms: synonymsCalls,
  languages: languagesCalls,
  refusals: refusalsCalls,
  translations: translationsCalls,
  downloads: downloadsCalls,
  jobs: jobsCalls,
  cases: caseCalls,
  takedowns: takedownsCalls,
  blockList: blockListCalls,
  casework: caseworkCalls,
  caseBatches: caseBatchesCalls,
  caseMails: caseMailsCalls,
  proposals: proposalsCalls,
  reports: reportsCalls,
  crawler: crawlerCalls,
  health: healthCalls,
  admin: adminCalls,
  account: accountCalls,
  administrators: administratorsCalls,
  adminSessions: adminSessionsCalls,
  sources: sourcesCalls,
  duplicates: duplicatesCalls,
  ledger: ledgerCalls,
  mediaJobs: mediaJobsCalls,
  mails: mailsCalls,
  operation: operationCalls,
  statistics: statisticsCalls,
  domainSettings: domainSettingsCalls,
  settings: settingsCalls,
  topics: topicsCalls,
  sitemapCrawls: sitemapCrawlsCalls,
  dumps: dumpsCalls,
  moveIns: moveInsCalls,
  audit: auditCalls,
  tokens: tokensCalls,
  apiDocument: apiDocumentCalls,
  transparency: transparencyCalls,
} as const satisfies Record<string, CallGroup>;

export type Routes = typeof routes;

/** The path of one of the table's calls, as it stands there. */
export type CallPath = {
  [Group in keyof Routes]: Routes[Group][keyof Routes[Group]];
}[keyof Routes] extends infer C
  ? C extends { path: infer Path }
    ? Path
    : never
  : never;
