import { type DomainConfig, pageHref, type VideoList } from '@vesper/contract';
import { readQuery } from '../../data/page-query.ts';
import { type Head, templatedTitle } from '../../head/head.ts';
import { absolute, webSite } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { homeQueries, searchTermOf } from './queries.ts';

export function describeHome(context: DescribeContext): PageDescription | undefined {
  const list = readQuery(context.cache, homeQueries(context).videos);
  if (!list) return undefined;
  const term = searchTermOf(context.search);
  return { status: 200, head: term ? searchHead(context, term, list) : latestHead(context, list) };
}

function latestHead({ config, origin }: DescribeContext, list: VideoList): Head {
  const { page, hasNextPage, totalPages } = list.pagination;
  const addressOf = (number: number) => origin + pageHref.home({ page: number });
  return {
    ...commonHead(config),
    title: page > 1 ? `${config.seo.defaultTitle} - Page ${page}` : config.seo.defaultTitle,
    canonical: addressOf(page),
    // A page past the end is an empty list; nobody should find it by a search engine.
    ...(page > Math.max(totalPages, 1) ? { robots: 'noindex,follow' as const } : {}),
    previous: page > 1 ? addressOf(page - 1) : undefined,
    next: hasNextPage ? addressOf(page + 1) : undefined,
    ...previewImage(list, origin),
    structuredData: [webSite(config, origin)],
  };
}

function searchHead({ config, origin }: DescribeContext, term: string, list: VideoList): Head {
  const { page } = list.pagination;
  return {
    ...commonHead(config),
    title: templatedTitle(config, `Search Results: ${term}`),
    canonical: origin + pageHref.home({ search: term, page }),
    robots: 'noindex,follow',
  };
}

function commonHead(config: DomainConfig): Pick<Head, 'description' | 'keywords' | 'kind'> {
  return { description: config.seo.defaultDescription, keywords: config.keywords, kind: 'website' };
}

function previewImage(list: VideoList, origin: string): Pick<Head, 'image'> {
  const url = list.videos[0]?.thumbnailUrl;
  return url ? { image: { url: absolute(url, origin) } } : {};
}
