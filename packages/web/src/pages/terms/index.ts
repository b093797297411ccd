import type { Page } from '../../shell/page.ts';
import { TermsPage } from './terms-page.tsx';

export const termsPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeTerms,
  Component: TermsPage,
};
