import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import type { DescribeContext, Page } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { LegalPage } from './legal-page.tsx';
import { LEGAL_TEXTS, legalNameOf } from './legal-texts.tsx';

export const legalPage: Page = {
  pattern: PAGE_PATTERNS.legal,
  queries: () => [],
  describe: describeLegal,
  Component: LegalPage,
};

function describeLegal(context: DescribeContext) {
  const name = legalNameOf(context.params.page);
  const { title, lead } = LEGAL_TEXTS[name];
  return describeText(({ siteName }) => ({
    title,
    description: lead(siteName),
    path: pageHref.legal(name),
  }))(context);
}
