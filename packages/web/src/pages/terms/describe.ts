import { pageHref } from '@vesper/contract';
import { describeText } from '../legal-text/describe-text.ts';

export const describeTerms = describeText(({ siteName }) => ({
  title: 'Terms of Service',
  description: `The terms under which you may use ${siteName}: age restriction, acceptable use, liability, copyright and your rights.`,
  path: pageHref.terms(),
}));
