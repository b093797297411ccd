import { categoryPage } from './pages/category/index.ts';
import { contactPage } from './pages/contact/index.ts';
import { dmcaPage } from './pages/dmca/index.ts';
import { dmcaSubmitPage } from './pages/dmca-submit/index.ts';
import { helpPage } from './pages/help/index.ts';
import { homePage } from './pages/home/index.ts';
import { keywordPage } from './pages/keyword/index.ts';
import { legalPage } from './pages/legal/index.ts';
import { notFoundPage } from './pages/not-found/index.ts';
import { privacyPolicyPage } from './pages/privacy-policy/index.ts';
import { termsPage } from './pages/terms/index.ts';
import { videoPage } from './pages/video/index.ts';
import { matchPattern } from './shell/match-pattern.ts';
import type { FoundPage, Page } from './shell/page.ts';

/** Every page with an address of its own. The keyword's pattern fits any two segments, so it comes last. */
const PAGES: readonly Page[] = [
  homePage,
  videoPage,
  categoryPage,
  legalPage,
  contactPage,
  helpPage,
  dmcaPage,
  dmcaSubmitPage,
  privacyPolicyPage,
  termsPage,
  keywordPage,
];

/** First segments that belong to others: what is not found there is no keyword. */
const NO_LANGUAGES = new Set(['admin', 'api']);

/** The page an address names; any other address is the 404 page's. */
export function findPage(url: URL): FoundPage {
  for (const page of PAGES) {
    const params = matchPattern(page.pattern, url.pathname);
    if (params && !NO_LANGUAGES.has(params.lang ?? '')) return { page, params, search: url.searchParams };
  }
  return { page: notFoundPage, params: {}, search: url.searchParams };
}
