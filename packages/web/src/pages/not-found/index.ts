import { templatedTitle } from '../../head/head.ts';
import type { Page } from '../../shell/page.ts';
import { NotFoundPage } from './not-found-page.tsx';

export const notFoundPage: Page = {
  pattern: '*',
  queries: () => [],
  describe: ({ config }) => ({
    status: 404,
    head: {
      title: templatedTitle(config, '404 Page Not Found'),
      description: config.seo.defaultDescription,
      keywords: [],
      robots: 'noindex,follow',
      kind: 'website',
    },
  }),
  Component: NotFoundPage,
};
