import { pageHref } from '@vesper/contract';
import { templatedTitle } from '../../head/head.ts';
import { breadcrumbs } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';

export interface TextDescription {
  title: string;
  description: (site: string) => string;
  path: string;
  /** Between the home page and this one. */
  above?: { name: string; path: string }[];
  structuredData?: (site: string) => Record<string, unknown>[];
}

export function describeText({ title, description, path, above = [], structuredData }: TextDescription) {
  return ({ config, origin }: DescribeContext): PageDescription => {
    const trail = [{ name: config.siteName, path: pageHref.home() }, ...above, { name: title, path }];
    return {
      status: 200,
      head: {
        title: templatedTitle(config, title),
        description: description(config.siteName),
        keywords: config.keywords,
        canonical: origin + path,
        kind: 'website',
        structuredData: [...(structuredData?.(config.siteName) ?? []), breadcrumbs(trail, origin)],
      },
    };
  };
}
