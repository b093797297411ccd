import { PAGE_PATTERNS } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { CategoryPage } from './category-page.tsx';
import { describeCategory } from './describe.ts';
import { categoryQueries } from './queries.ts';

export const categoryPage: Page = {
  pattern: PAGE_PATTERNS.category,
  queries: (context) => Object.values(categoryQueries(context)),
  describe: describeCategory,
  Component: CategoryPage,
};
