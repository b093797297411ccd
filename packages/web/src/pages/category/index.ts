import type { Page } from '../../shell/page.ts';
import { CategoryPage } from './category-page.tsx';
import { categoryQueries } from './queries.ts';

export const categoryPage: Page = {
  queries: (context) => Object.values(categoryQueries(context)),
  loadDescribe: async () => (await import('./describe.ts')).describeCategory,
  Component: CategoryPage,
};
