import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import { templatedTitle } from '../../head/head.ts';
import { breadcrumbs } from '../../head/structured-data.ts';
import type { DescribeContext, Page, PageDescription } from '../../shell/page.ts';
import { DmcaSubmitPage } from './dmca-submit-page.tsx';

const TITLE = 'Submit DMCA Takedown Request';

export const dmcaSubmitPage: Page = {
  pattern: PAGE_PATTERNS.dmcaSubmit,
  queries: () => [],
  describe: describeForm,
  Component: DmcaSubmitPage,
};

function describeForm({ config, origin }: DescribeContext): PageDescription {
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
