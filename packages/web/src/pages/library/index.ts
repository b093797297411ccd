import { PAGE_PATTERNS } from '@vesper/contract';
import { templatedTitle } from '../../head/head.ts';
import type { Page } from '../../shell/page.ts';
import { LibraryPage } from './library-page.tsx';

export const libraryPage: Page = {
  pattern: PAGE_PATTERNS.library,
  queries: () => [],
  describe: ({ config }) => ({
    status: 200,
    head: {
      title: templatedTitle(config, 'Your library'),
      description: 'History, favourites and watch later, kept in your browser only.',
      keywords: [],
      robots: 'noindex,follow',
      kind: 'website',
    },
  }),
  Component: LibraryPage,
};
