import { pageHref } from '@vesper/contract';
import type { Page } from '../../shell/page.ts';
import { loadDescribeText } from '../legal-text/text-page.tsx';
import { reportQuery, TransparencyPage } from './transparency-page.tsx';

export const transparencyPage: Page = {
  queries: ({ client }) => [reportQuery(client)],
  loadDescribe: loadDescribeText({
    path: pageHref.transparency(),
    title: 'Transparency Report',
    description: (site) =>
      `How many notices ${site} received, what became of them, and how long decisions took.`,
  }),
  Component: TransparencyPage,
};
