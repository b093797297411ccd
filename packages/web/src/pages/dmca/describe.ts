import { pageHref } from '@vesper/contract';
import { describeText } from '../legal-text/describe-text.ts';

export const describeDmca = describeText(({ siteName }) => ({
  title: 'DMCA Policy',
  description: `Copyright policy of ${siteName}: designated agent, takedown procedure, counter-notice, repeat infringer policy and safe harbor.`,
  path: pageHref.dmca(),
}));
