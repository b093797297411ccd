import type { Page } from '../../shell/page.ts';
import { DmcaSubmitPage } from './dmca-submit-page.tsx';

export const dmcaSubmitPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeDmcaSubmit,
  Component: DmcaSubmitPage,
};
