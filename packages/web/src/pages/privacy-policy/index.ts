import { PAGE_PATTERNS, pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { describeText } from '../legal-text/describe-text.ts';
import { PrivacyPolicyPage } from './privacy-policy-page.tsx';

export const privacyPolicyPage: Page = {
  pattern: PAGE_PATTERNS.privacyPolicy,
  queries: () => [],
  describe: describeText(({ siteName }) => ({
    title: 'Privacy Policy',
    description: `How ${siteName} handles information about visitors: no accounts, no trackers, what is collected and why, and your rights.`,
    path: pageHref.privacyPolicy(),
  })),
  Component: PrivacyPolicyPage,
};
