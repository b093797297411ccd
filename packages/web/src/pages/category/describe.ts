import { pageHref } from '@vesper/contract';
import { readQuery } from '../../data/answers.ts';
import type { ListedCategory } from '../../data/catalogue-queries.ts';
import type { ListedVideos } from '../../data/listed-videos.ts';
import { canonicalOrigin, type Head, templatedTitle } from '../../head/head.ts';
import { besidePage, feedLink, statusOfPage } from '../../head/list-pages.ts';
import { breadcrumbs, collectionPage, pageImage } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { browseOfCategory } from '../../ui/filter/browse.ts';
import { countText } from '../../ui/format.ts';
import { describeNotFound } from '../not-found/describe.ts';
import { categoryQueries, findCategory, findSuccessor } from './queries.ts';

export function describeCategory(context: DescribeContext): PageDescription | undefined {
  const queries = categoryQueries(context);
  const categories = readQuery(context.cache, queries.categories);
  const list = readQuery(context.cache, queries.videos);
  if (!categories || list === undefined) return undefined;
  const category = findCategory(categories, context.params.slug);
  const successor = category ? undefined : findSuccessor(categories, context.params.slug);
  if (successor)
    return {
      status: 301,
      location: pageHref.category(successor.slug),
      head: describeNotFound(context, 'Category Not Found').head,
    };
  if (!category || list === null) return describeNotFound(context, 'Category Not Found');
  return { status: statusOfPage(list.pagination), head: categoryHead(context, category, list) };
}

function categoryHead(context: DescribeContext, category: ListedCategory, list: ListedVideos): Head {
  const { config, origin, search } = context;
  const browse = browseOfCategory(search);
  const isPlain = Object.keys(browse).length === 0;
  const { page } = list.pagination;
  const pathOf = (number: number) => pageHref.category(category.slug, { ...browse, page: number });
  const title = page > 1 ? `${category.name} Videos - Page ${page}` : `${category.name} Videos`;
  const canonical = canonicalOrigin(list.owner, origin) + pathOf(page);
  const [first] = list.videos;
  return {
    title: templatedTitle(config, title),
    description: `${countText(category.videoCount, 'video')} in ${category.name} on ${config.siteName}. ${config.tagline}`,
    keywords: [category.name, ...config.keywords],
    // Rejected input is not repeated.
    ...(list.refused ? {} : { canonical }),
    // Sorted, filtered and further pages are not indexed, as on the home page.
    ...(isPlain && page === 1 && category.videoCount > 0 ? {} : { robots: 'noindex,follow' as const }),
    ...(isPlain && page === 1 ? { alternates: feedLink({ title, path: pathOf(1) }, origin) } : {}),
    ...besidePage(list.pagination, (number) => origin + pathOf(number)),
    kind: 'website',
    image: first && pageImage(first, origin),
    structuredData: [
      ...(isPlain ? [collectionPage(category, list.videos, { origin, url: canonical })] : []),
      breadcrumbs(
        [
          { name: config.siteName, path: pageHref.home() },
          { name: category.name, path: pageHref.category(category.slug) },
        ],
        origin,
      ),
    ],
  };
}
