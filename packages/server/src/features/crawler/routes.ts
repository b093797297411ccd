import type { Handlers } from '../../http/mount.ts';
import { crawlSitemaps } from './sitemap-crawl.ts';
import { describeSitemapSource } from './sitemap-source.ts';
import type { SitemapCrawler } from './sitemap-steps.ts';

export function sitemapCrawlRoutes(crawler: SitemapCrawler): Handlers['sitemapCrawls'] {
  return {
    source: () => describeSitemapSource(crawler.db),
    start: (request) => crawlSitemaps(crawler, request),
  };
}
