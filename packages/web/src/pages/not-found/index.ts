import { newestVideosQuery } from '../../data/catalogue-queries.ts';
import type { Page } from '../../shell/page.ts';
import { NotFoundPage } from './not-found-page.tsx';

export const notFoundPage: Page = {
  queries: ({ client }) => [newestVideosQuery(client)],
  loadDescribe: async () => (await import('./describe.ts')).describeNotFound,
  Component: NotFoundPage,
};
