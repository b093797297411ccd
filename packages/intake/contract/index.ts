import { blockListCalls } from './block-list.ts';
import { crawlerCalls } from './crawler.ts';
import { downloadsCalls } from './downloads.ts';
import { dumpsCalls } from './dumps.ts';
import { ledgerCalls } from './ledger.ts';
import { sitemapCrawlsCalls } from './sitemap-crawls.ts';
import { sourcesCalls } from './sources.ts';

export * from './block-list.ts';
export * from './crawler.ts';
export * from './downloads.ts';
export * from './dumps.ts';
export * from './ledger.ts';
export * from './page-rules.ts';
export * from './sitemap-crawls.ts';
export * from './sources.ts';
export * from './taken-from.ts';

export const intakeGroups = {
  downloads: downloadsCalls,
  blockList: blockListCalls,
  crawler: crawlerCalls,
  sources: sourcesCalls,
  ledger: ledgerCalls,
  sitemapCrawls: sitemapCrawlsCalls,
  dumps: dumpsCalls,
} as const;

/** The addresses of its pages in the back office. */
export const intakePages = {
  blockList: '/admin/block-list',
  sources: '/admin/sources',
  source: '/admin/sources/:id',
  crawler: '/admin/crawler',
  crawlerRun: '/admin/crawler/:id',
} as const;
