import { type DomainConfig, type PageSearch, pageHref } from '@vesper/contract';
import { readQuery } from '../../data/answers.ts';
import type { ListedVideos } from '../../data/listed-videos.ts';
import { type Head, templatedTitle } from '../../head/head.ts';
import { besidePage, feedLink, statusOfPage } from '../../head/list-pages.ts';
import { pageImage, webSite } from '../../head/structured-data.ts';
import { pageOf } from '../../shell/list-page.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { type Browse, browseOf } from '../../ui/filter/browse.ts';
import { listTitle } from '../../ui/filter/words.ts';
import { homeQueries } from './queries.ts';

/** The title is known before the list. */
export function describeHome(context: DescribeContext): PageDescription {
  const list = readQuery(context.cache, homeQueries(context).videos);
  const browse = browseOf(context.search);
  const isPlain = Object.keys(browse).length === 0;
  return {
    status: list ? statusOfPage(list.pagination) : 200,
    head: isPlain ? latestHead(context, list) : chosenHead(context, browse, list),
  };
}

function latestHead({ config, origin, search }: DescribeContext, list: ListedVideos | undefined): Head {
  const page = list?.pagination.page ?? numberOf(search);
  const addressOf = (number: number) => origin + pageHref.home({ page: number });
  return {
    ...commonHead(config),
    title: page > 1 ? `${config.seo.defaultTitle} - Page ${page}` : config.seo.defaultTitle,
    canonical: addressOf(page),
    // Further pages change with each new video.
    ...(page > 1
      ? { robots: 'noindex,follow' as const }
      : { alternates: feedLink({ title: config.siteName, path: pageHref.home() }, origin) }),
    ...(list ? besidePage(list.pagination, addressOf) : {}),
    ...previewImage(list, origin),
    structuredData: [webSite(config, origin)],
  };
}

/** Followed, not indexed, and its own canonical: "noindex" might spread to a plain list named as canonical. */
function chosenHead(
  { config, origin, search }: DescribeContext,
  browse: Browse,
  list: ListedVideos | undefined,
): Head {
  const page = list?.pagination.page ?? numberOf(search);
  const addressOf = (number: number) => origin + pageHref.home({ ...browse, page: number });
  // Rejected input is not repeated.
  const { search: text = '' } = list?.refused ? {} : browse;
  const title = text ? `Search Results: ${text}` : listTitle(browse, config.siteName);
  return {
    ...commonHead(config),
    title: templatedTitle(config, page > 1 ? `${title} - Page ${page}` : title),
    ...(list?.refused ? {} : { canonical: addressOf(page) }),
    robots: 'noindex,follow',
    ...(list ? besidePage(list.pagination, addressOf) : {}),
  };
}

function commonHead(config: DomainConfig): Pick<Head, 'description' | 'keywords' | 'kind'> {
  return { description: config.seo.defaultDescription, keywords: config.keywords, kind: 'website' };
}

function numberOf(search: PageSearch): number {
  return Number(pageOf(search)) || 1;
}

function previewImage(list: ListedVideos | undefined, origin: string): Pick<Head, 'image'> {
  const first = list?.videos[0];
  return first ? { image: pageImage(first, origin) } : {};
}
