import { PAGE_PATTERNS } from '@vesper/contract';
import { matchPattern } from './shell/match-pattern.ts';
import type { FoundRoute } from './shell/route.ts';
import { type Route, route } from './shell/route.ts';

/** Every page with an address of its own; the first whose pattern fits is the one. */
const ROUTES: readonly Route[] = [
  route('home', PAGE_PATTERNS.home, async () => (await import('./pages/home/index.ts')).homePage),
  route('video', PAGE_PATTERNS.video, async () => (await import('./pages/video/index.ts')).videoPage),
  route(
    'category',
    PAGE_PATTERNS.category,
    async () => (await import('./pages/category/index.ts')).categoryPage,
  ),
];

const NOT_FOUND = route(
  'not-found',
  '*',
  async () => (await import('./pages/not-found/index.ts')).notFoundPage,
);

/** The page an address names; any other address is the 404 page's. */
export function findRoute(url: URL): FoundRoute {
  for (const candidate of ROUTES) {
    const params = matchPattern(candidate.pattern, url.pathname);
    if (params) return { route: candidate, params, search: url.searchParams };
  }
  return { route: NOT_FOUND, params: {}, search: url.searchParams };
}
