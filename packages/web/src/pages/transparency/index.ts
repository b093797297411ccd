import type { Page } from '../../shell/page.ts';
import { reportQuery } from './report-query.ts';
import { TransparencyPage } from './transparency-page.tsx';

export const transparencyPage: Page = {
  queries: ({ client }) => [reportQuery(client)],
  loadDescribe: async () => (await import('./describe.ts')).describeTransparency,
  Component: TransparencyPage,
};
