import { pageHref } from '@vesper/contract';
import { templatedTitle } from '../../head/head.ts';
import { breadcrumbs } from '../../head/structured-data.ts';
import type { DescribeContext, PageDescription } from '../../shell/page.ts';

const TITLE = 'Submit DMCA Takedown Request';

export function describeDmcaSubmit({ config, origin }: DescribeContext): PageDescription {
  const path = pageHref.dmcaSubmit();
  const trail = [
    { name: config.siteName, path: pageHref.home() },
    { name: 'DMCA Policy', path: pageHref.dmca() },
    { name: TITLE, path },
  ];
  return {
    status: 200,
    head: {
      title: templatedTitle(config, TITLE),
      description: `File a copyright infringement notification with ${config.siteName}. Requests are reviewed within 24-48 hours.`,
      keywords: config.keywords,
      canonical: origin + path,
      kind: 'website',
      structuredData: [breadcrumbs(trail, origin)],
    },
  };
}
