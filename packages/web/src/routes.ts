import { PAGE_PATTERNS } from '@vesper/contract';
import { matchPattern } from './shell/match-pattern.ts';
import { type FoundRoute, type Route, route } from './shell/route.ts';

/** The first matching pattern wins. A keyword's matches any two segments. */
const ROUTES: readonly Route[] = [
  route('home', PAGE_PATTERNS.home, () => import('./pages/home/index.tsx')),
  route('video', PAGE_PATTERNS.video, () => import('./pages/video/index.tsx')),
  route('category', PAGE_PATTERNS.category, () => import('./pages/category/index.tsx')),
  route('legal', PAGE_PATTERNS.legal, () => import('./pages/legal/index.tsx')),
  route('legal', PAGE_PATTERNS.legalIndex, () => import('./pages/legal/index.tsx')),
  route('contact', PAGE_PATTERNS.contact, () => import('./pages/contact/index.tsx')),
  route('help', PAGE_PATTERNS.help, () => import('./pages/help/index.tsx')),
  route('dmca', PAGE_PATTERNS.dmca, () => import('./pages/dmca/index.tsx')),
  route('dmca-submit', PAGE_PATTERNS.dmcaSubmit, () => import('./pages/dmca-submit/index.tsx')),
  reportRoute(PAGE_PATTERNS.report, 'reportPage'),
  reportRoute(PAGE_PATTERNS.reportForm, 'reportFormPage'),
  reportRoute(PAGE_PATTERNS.reportStatus, 'reportStatusPage'),
  reportRoute(PAGE_PATTERNS.reportConfirm, 'reportConfirmPage'),
  route('privacy-policy', PAGE_PATTERNS.privacyPolicy, () => import('./pages/privacy-policy/index.ts')),
  route('terms', PAGE_PATTERNS.terms, () => import('./pages/terms/index.ts')),
  route('library', PAGE_PATTERNS.library, () => import('./pages/library/index.tsx')),
  route('keyword-index', PAGE_PATTERNS.keywordIndex, () => import('./pages/keyword-index/index.tsx')),
  route('transparency', PAGE_PATTERNS.transparency, () => import('./pages/transparency/index.tsx')),
  route('keyword', PAGE_PATTERNS.keyword, () => import('./pages/keyword/index.tsx')),
];

const NOT_FOUND = route('not-found', '*', () => import('./pages/not-found/index.tsx'));

function reportRoute(pattern: string, name: keyof typeof import('./pages/report/index.ts')): Route {
  return route('report', pattern, async () => ({ page: (await import('./pages/report/index.ts'))[name] }));
}

/** First segments of other pages, which are never keywords. */
const NO_LANGUAGES = new Set(['admin', 'api', 'embed']);

export function findRoute(url: URL): FoundRoute {
  for (const candidate of ROUTES) {
    const params = matchPattern(candidate.pattern, url.pathname);
    if (params && !NO_LANGUAGES.has(params.lang ?? ''))
      return { route: candidate, params, search: url.searchParams };
  }
  return { route: NOT_FOUND, params: {}, search: url.searchParams };
}
