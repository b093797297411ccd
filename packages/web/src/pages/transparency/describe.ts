import { pageHref } from '@vesper/contract';
import { describeText } from '../legal-text/describe-text.ts';

export const describeTransparency = describeText(({ siteName }) => ({
  title: 'Transparency Report',
  description: `How many notices ${siteName} received, what became of them, and how long decisions took.`,
  path: pageHref.transparency(),
}));
