import type { Page } from '../../shell/page.ts';
import { KeywordIndexPage } from './keyword-index-page.tsx';
import { keywordIndexQuery } from './queries.ts';

export const keywordIndexPage: Page = {
  queries: (context) => [keywordIndexQuery(context)],
  loadDescribe: async () => (await import('./describe.ts')).describeKeywordIndex,
  Component: KeywordIndexPage,
};
