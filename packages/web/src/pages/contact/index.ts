import type { Page } from '../../shell/page.ts';
import { ContactPage } from './contact-page.tsx';

export const contactPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeContact,
  Component: ContactPage,
};
