import { categoryPage } from './pages/category/index.ts';
import { homePage } from './pages/home/index.ts';
import { libraryPage } from './pages/library/index.ts';
import { notFoundPage } from './pages/not-found/index.ts';
import { videoPage } from './pages/video/index.ts';
import { matchPattern } from './shell/match-pattern.ts';
import type { FoundPage, Page } from './shell/page.ts';

/** Every page with an address of its own. */
const PAGES: readonly Page[] = [homePage, videoPage, categoryPage, libraryPage];

/** The page an address names; any other address is the 404 page's. */
export function findPage(url: URL): FoundPage {
  for (const page of PAGES) {
    const params = matchPattern(page.pattern, url.pathname);
    if (params) return { page, params, search: url.searchParams };
  }
  return { page: notFoundPage, params: {}, search: url.searchParams };
}
