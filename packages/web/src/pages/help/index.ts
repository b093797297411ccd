import type { Page } from '../../shell/page.ts';
import { HelpPage } from './help-page.tsx';

export const helpPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeHelp,
  Component: HelpPage,
};
