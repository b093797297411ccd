import { PAGE_PATTERNS } from '@vesper/contract';
import { matchPattern } from './shell/match-pattern.ts';
import type { FoundRoute } from './shell/route.ts';
import { type Route, route } from './shell/route.ts';

/** Every page with an address of its own; the first matching pattern wins. A keyword's matches any two segments. */
const ROUTES: readonly Route[] = [
  route('home', PAGE_PATTERNS.home, async () => (await import('./pages/home/index.tsx')).homePage),
  route('video', PAGE_PATTERNS.video, async () => (await import('./pages/video/index.tsx')).videoPage),
  route(
    'category',
    PAGE_PATTERNS.category,
    async () => (await import('./pages/category/index.tsx')).categoryPage,
  ),
  route('legal', PAGE_PATTERNS.legal, legalPage),
  route('legal', PAGE_PATTERNS.legalIndex, legalPage),
  route(
    'contact',
    PAGE_PATTERNS.contact,
    async () => (await import('./pages/contact/index.tsx')).contactPage,
  ),
  route('help', PAGE_PATTERNS.help, async () => (await import('./pages/help/index.tsx')).helpPage),
  route('dmca', PAGE_PATTERNS.dmca, async () => (await import('./pages/dmca/index.tsx')).dmcaPage),
  route(
    'dmca-submit',
    PAGE_PATTERNS.dmcaSubmit,
    async () => (await import('./pages/dmca-submit/index.tsx')).dmcaSubmitPage,
  ),
  route('report', PAGE_PATTERNS.report, async () => (await reportPages()).reportPage),
  route('report', PAGE_PATTERNS.reportForm, async () => (await reportPages()).reportFormPage),
  route('report', PAGE_PATTERNS.reportStatus, async () => (await reportPages()).reportStatusPage),
  route('report', PAGE_PATTERNS.reportConfirm, async () => (await reportPages()).reportConfirmPage),
  route(
    'privacy-policy',
    PAGE_PATTERNS.privacyPolicy,
    async () => (await import('./pages/privacy-policy/index.ts')).privacyPolicyPage,
  ),
  route('terms', PAGE_PATTERNS.terms, async () => (await import('./pages/terms/index.ts')).termsPage),
  route(
    'library',
    PAGE_PATTERNS.library,
    async () => (await import('./pages/library/index.tsx')).libraryPage,
  ),
  route(
    'keyword-index',
    PAGE_PATTERNS.keywordIndex,
    async () => (await import('./pages/keyword-index/index.tsx')).keywordIndexPage,
  ),
  route(
    'transparency',
    PAGE_PATTERNS.transparency,
    async () => (await import('./pages/transparency/index.tsx')).transparencyPage,
  ),
  route(
    'keyword',
    PAGE_PATTERNS.keyword,
    async () => (await import('./pages/keyword/index.tsx')).keywordPage,
  ),
];

const NOT_FOUND = route(
  'not-found',
  '*',
  async () => (await import('./pages/not-found/index.tsx')).notFoundPage,
);

async function legalPage() {
  return (await import('./pages/legal/index.tsx')).legalPage;
}

function reportPages() {
  return import('./pages/report/index.ts');
}

/** First segments used by other pages, which are never keywords. */
const NO_LANGUAGES = new Set(['admin', 'api', 'embed']);

/** The page of an address, else the 404 page. */
export function findRoute(url: URL): FoundRoute {
  for (const candidate of ROUTES) {
    const params = matchPattern(candidate.pattern, url.pathname);
    if (params && !NO_LANGUAGES.has(params.lang ?? ''))
      return { route: candidate, params, search: url.searchParams };
  }
  return { route: NOT_FOUND, params: {}, search: url.searchParams };
}
