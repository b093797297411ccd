import type { Page } from '../../shell/page.ts';
import { HelpPage } from './help-page.tsx';

export const helpPage: Page = {
  queries: () => [],
  loadDescribe: async () => (await import('./describe.ts')).describeHelp,
  Component: HelpPage,
};
