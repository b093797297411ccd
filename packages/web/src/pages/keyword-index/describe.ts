import { pageHref } from '@vesper/contract';
import { readQuery } from '../../data/answers.ts';
import { templatedTitle } from '../../head/head.ts';
import { statusOfPage } from '../../head/list-pages.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';
import { keywordIndexQuery } from './queries.ts';

/** Not indexed: it only leads to the keywords' pages. */
export function describeKeywordIndex(context: DescribeContext): PageDescription | undefined {
  const { cache, config, origin } = context;
  const index = readQuery(cache, keywordIndexQuery(context));
  if (!index) return undefined;
  const { page } = index;
  return {
    status: statusOfPage(index),
    head: {
      title: templatedTitle(config, page > 1 ? `All Topics - Page ${page}` : 'All Topics'),
      description: `All topics of ${config.siteName}, by language.`,
      keywords: config.keywords,
      canonical: origin + pageHref.keywordIndex({ page }),
      robots: 'noindex,follow',
      kind: 'website',
    },
  };
}
