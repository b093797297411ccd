import type { Page } from '../../shell/page.ts';
import { KeywordPage } from './keyword-page.tsx';
import { keywordQuery } from './queries.ts';

export const keywordPage: Page = {
  queries: (context) => [keywordQuery(context)],
  loadDescribe: async () => (await import('./describe.ts')).describeKeyword,
  Component: KeywordPage,
};
