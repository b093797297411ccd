import type { Page } from '../../shell/page.ts';
import { LibraryPage } from './library-page.tsx';

export const libraryPage: Page = {
  loadDescribe: async () => (await import('./describe.ts')).describeLibrary,
  Component: LibraryPage,
};
