import type { CallGroup } from './call.ts';
import { accountCalls } from './calls/access/account.ts';
import { adminCalls } from './calls/access/admin.ts';
import { adminSessionsCalls } from './calls/access/admin-sessions.ts';
import { administratorsCalls } from './calls/access/administrators.ts';
import { auditCalls } from './calls/access/audit.ts';
import { tokensCalls } from './calls/access/tokens.ts';
import { caseBatchesCalls } from './calls/desk/case-batches.ts';
import { caseMailsCalls } from './calls/desk/case-mails.ts';
import { caseCalls } from './calls/desk/cases.ts';
import { caseworkCalls } from './calls/desk/casework.ts';
import { catalogueCalls } from './calls/desk/catalogue.ts';
import { duplicatesCalls } from './calls/desk/duplicates.ts';
import { moveInsCalls } from './calls/desk/move-ins.ts';
import { proposalsCalls } from './calls/desk/proposals.ts';
import { reportsCalls } from './calls/desk/reports.ts';
import { takedownsCalls } from './calls/desk/takedowns.ts';
import { transparencyCalls } from './calls/desk/transparency.ts';
import { indexingCalls } from './calls/discovery/indexing.ts';
import { blockListCalls } from './calls/intake/block-list.ts';
import { crawlerCalls } from './calls/intake/crawler.ts';
import { downloadsCalls } from './calls/intake/downloads.ts';
import { dumpsCalls } from './calls/intake/dumps.ts';
import { ledgerCalls } from './calls/intake/ledger.ts';
import { sitemapCrawlsCalls } from './calls/intake/sitemap-crawls.ts';
import { sourcesCalls } from './calls/intake/sources.ts';
import { categoriesCalls } from './calls/library/categories.ts';
import { mediaCalls } from './calls/library/media.ts';
import { refusalsCalls } from './calls/library/refusals.ts';
import { synonymsCalls } from './calls/library/synonyms.ts';
import { topicsCalls } from './calls/library/topics.ts';
import { videosCalls } from './calls/library/videos.ts';
import { apiDocumentCalls } from './calls/site/api-document.ts';
import { domainSettingsCalls } from './calls/site/domain-settings.ts';
import { domainsCalls } from './calls/site/domains.ts';
import { jobsCalls } from './calls/site/jobs.ts';
import { mailsCalls } from './calls/site/mails.ts';
import { operationCalls } from './calls/site/operation.ts';
import { settingsCalls } from './calls/site/settings.ts';
import { statisticsCalls } from './calls/site/statistics.ts';
import { healthCalls } from './calls/upkeep/health.ts';
import { mediaJobsCalls } from './calls/upkeep/media-jobs.ts';
import { keywordsCalls } from './calls/words/keywords.ts';
import { languagesCalls } from './calls/words/languages.ts';
import { searchesCalls } from './calls/words/searches.ts';
import { translationsCalls } from './calls/words/translations.ts';

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
