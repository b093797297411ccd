import { pageHref } from '@vesper/contract';
import { describeText } from '../legal-text/describe-text.ts';

export const describePrivacyPolicy = describeText(({ siteName }) => ({
  title: 'Privacy Policy',
  description: `How ${siteName} handles information about visitors: no accounts, no trackers, what is collected and why, and your rights.`,
  path: pageHref.privacyPolicy(),
}));
