import { templatedTitle } from '../../head/head.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';

export function describeNotFound({ config }: DescribeContext): PageDescription {
  return {
    status: 404,
    head: {
      title: templatedTitle(config, '404 Page Not Found'),
      description: config.seo.defaultDescription,
      keywords: [],
      robots: 'noindex,follow',
      kind: 'website',
    },
  };
}
