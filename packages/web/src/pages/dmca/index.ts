import type { Page } from '../../shell/page.ts';
import { DmcaPage } from './dmca-page.tsx';

export const dmcaPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeDmca,
  Component: DmcaPage,
};
