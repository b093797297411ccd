import { pageHref } from '@vesper/contract';
import { describeText } from '../legal-text/describe-text.ts';

export const describeContact = describeText(({ siteName }) => ({
  title: 'Contact Us',
  description: `How to reach ${siteName}: general and business inquiries, and reports of content. Answers within 24-48 hours.`,
  path: pageHref.contact(),
}));
