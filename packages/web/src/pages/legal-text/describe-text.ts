import { type DomainConfig, pageHref } from '@vesper/contract';
import { templatedTitle } from '../../head/head.ts';
import { breadcrumbs } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';

interface TextDescription {
  title: string;
  description: string | ((site: string) => string);
  /** The one address of the page. */
  path: string;
  structuredData?: Record<string, unknown>[];
}

/** `describe` of a page without queries. */
export function describeText(describe: (config: DomainConfig) => TextDescription) {
  return ({ config, origin }: DescribeContext): PageDescription => {
    const { title, description, path, structuredData = [] } = describe(config);
    const trail = [
      { name: config.siteName, path: pageHref.home() },
      { name: title, path },
    ];
    return {
      status: 200,
      head: {
        title: templatedTitle(config, title),
        description: typeof description === 'string' ? description : description(config.siteName),
        keywords: config.keywords,
        canonical: origin + path,
        kind: 'website',
        structuredData: [...structuredData, breadcrumbs(trail, origin)],
      },
    };
  };
}
