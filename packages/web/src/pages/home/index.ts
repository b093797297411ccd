import { PAGE_PATTERNS } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeHome } from './describe.ts';
import { HomePage } from './home-page.tsx';
import { homeQueries } from './queries.ts';

export const homePage: Page = {
  pattern: PAGE_PATTERNS.home,
  queries: (context) => Object.values(homeQueries(context)),
  describe: describeHome,
  Component: HomePage,
};
