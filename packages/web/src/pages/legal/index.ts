import type { Page } from '../../shell/page.ts';
import { LegalPage } from './legal-page.tsx';

export const legalPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeLegal,
  Component: LegalPage,
};
