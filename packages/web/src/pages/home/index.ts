import type { Page } from '../../shell/page.ts';
import { HomePage } from './home-page.tsx';
import { homeQueries } from './queries.ts';

export const homePage: Page = {
  queries: (context) => Object.values(homeQueries(context)),
  loadDescribe: async () => (await import('./describe.ts')).describeHome,
  Component: HomePage,
};
