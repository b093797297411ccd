export { selectKeywordRanges } from './page-queries.ts';
export { countKeywordPages, type ListedSitemap, listSitemaps, sitemapHref } from './sitemaps.ts';
