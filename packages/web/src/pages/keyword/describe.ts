import { pageHref } from '@vesper/contract';
import { readQuery } from '../../data/answers.ts';
import type { ListedKeyword } from '../../data/listed-videos.ts';
import { canonicalOrigin, type Head, templatedTitle } from '../../head/head.ts';
import { besidePage, feedLink, statusOfPage } from '../../head/list-pages.ts';
import { breadcrumbs, collectionPage, pageImage } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { describeNotFound } from '../not-found/describe.ts';
import { keywordQuery } from './queries.ts';

export function describeKeyword(context: DescribeContext): PageDescription | undefined {
  const found = readQuery(context.cache, keywordQuery(context));
  if (found === undefined) return undefined;
  if (found === null) return describeNotFound(context, 'Page Not Found');
  const { keyword, pagination } = found;
  const { lang = '', slug } = context.params;
  const head = keywordHead(context, found);
  // At a former address the call returns the current keyword. Capitals of the language do not matter.
  if (keyword.slug === slug && keyword.languageCode.toLowerCase() === lang.toLowerCase())
    return { status: statusOfPage(pagination), head };
  const location = pageHref.keyword(keyword.languageCode, keyword.slug, { page: pagination.page });
  return { status: 301, location, head };
}

function keywordHead(
  { config, origin }: DescribeContext,
  { keyword, videos, pagination, owner }: ListedKeyword,
): Head {
  const { page, totalVideos } = pagination;
  const pathOf = (number: number) => pageHref.keyword(keyword.languageCode, keyword.slug, { page: number });
  const title = page > 1 ? `${keyword.metaTitle} - Page ${page}` : keyword.metaTitle;
  const canonical = canonicalOrigin(owner, origin) + pathOf(page);
  const [first] = videos;
  const collection = { name: keyword.metaTitle, videoCount: totalVideos };
  return {
    lang: keyword.languageCode,
    title: templatedTitle(config, title),
    description: keyword.metaDescription,
    keywords: [keyword.keyword, ...config.keywords],
    canonical,
    // Further pages only lead to their videos.
    ...(keyword.indexable && page === 1 ? {} : { robots: 'noindex,follow' as const }),
    ...(page === 1 ? { alternates: feedLink({ title, path: pathOf(1) }, origin) } : {}),
    ...besidePage(pagination, (number) => origin + pathOf(number)),
    kind: 'website',
    image: first && pageImage(first, origin),
    structuredData: [
      {
        ...collectionPage(collection, videos, { origin, url: canonical }),
        description: keyword.metaDescription,
        inLanguage: keyword.languageCode,
      },
      breadcrumbs(
        [
          { name: config.siteName, path: pageHref.home() },
          { name: keyword.metaTitle, path: pathOf(1) },
        ],
        origin,
      ),
    ],
  };
}
