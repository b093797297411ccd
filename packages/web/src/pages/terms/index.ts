import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { TermsPage } from './terms-page.tsx';

export const termsPage: Page = {
  pattern: PAGE_PATTERNS.terms,
  queries: () => [],
  describe: describeText(({ siteName }) => ({
    title: 'Terms of Service',
    description: `The terms under which you may use ${siteName}: age restriction, acceptable use, liability, copyright and your rights.`,
    path: pageHref.terms(),
  })),
  Component: TermsPage,
};
