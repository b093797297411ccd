import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { DmcaPage } from './dmca-page.tsx';

export const dmcaPage: Page = {
  pattern: PAGE_PATTERNS.dmca,
  queries: () => [],
  describe: describeText(({ siteName }) => ({
    title: 'DMCA Policy',
    description: `Copyright policy of ${siteName}: designated agent, takedown procedure, counter-notice, repeat infringer policy and safe harbor.`,
    path: pageHref.dmca(),
  })),
  Component: DmcaPage,
};
