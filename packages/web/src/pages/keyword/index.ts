import { PAGE_PATTERNS } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeKeyword } from './describe.ts';
import { KeywordPage } from './keyword-page.tsx';
import { keywordQuery } from './queries.ts';

export const keywordPage: Page = {
  pattern: PAGE_PATTERNS.keyword,
  queries: (context) => [keywordQuery(context)],
  describe: describeKeyword,
  Component: KeywordPage,
};
