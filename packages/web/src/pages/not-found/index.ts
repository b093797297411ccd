import type { Page } from '../../shell/page.ts';
import { NotFoundPage } from './not-found-page.tsx';

export const notFoundPage: Page = {
  queries: () => [],
  loadDescribe: async () => (await import('./describe.ts')).describeNotFound,
  Component: NotFoundPage,
};
