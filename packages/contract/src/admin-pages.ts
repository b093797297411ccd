/**
 * The addresses of the back office, in wouter's notation, in the order of its navigation: for its own router, the
 * server, and what links there.
 */
export const ADMIN_PATTERNS = {
  login: '/admin/login',
  dashboard: '/dashboard',
  charts: '/admin/charts',
  howItIs: '/admin/how-it-is',
  videos: '/admin/videos',
  video: '/admin/videos/:id',
  duplicates: '/admin/duplicates',
  categories: '/admin/categories',
  cases: '/admin/cases',
  case: '/admin/cases/:id',
  takedowns: '/admin/takedowns',
  takedown: '/admin/takedowns/:id',
  mailTexts: '/admin/mail-texts',
  blockList: '/admin/block-list',
  sources: '/admin/sources',
  source: '/admin/sources/:id',
  crawler: '/admin/crawler',
  crawlerRun: '/admin/crawler/:id',
  moveIns: '/admin/move-ins',
  moveIn: '/admin/move-ins/:id',
  jobs: '/admin/jobs',
  job: '/admin/jobs/:id',
  keywords: '/admin/keywords',
  searches: '/admin/searches',
  synonyms: '/admin/synonyms',
  languages: '/admin/languages',
  refusedTerms: '/admin/refused-terms',
  domains: '/admin/domains',
  domain: '/admin/domains/:id',
  searchEngines: '/admin/search-engines',
  settings: '/admin/settings',
  administrators: '/admin/administrators',
  tokens: '/admin/tokens',
  api: '/admin/api',
  audit: '/admin/audit',
} as const;

export type AdminPageName = keyof typeof ADMIN_PATTERNS;

/** The address of a page; pass `id` if its pattern has one. */
export function adminHref(page: AdminPageName, id = ''): string {
  return ADMIN_PATTERNS[page].replace(':id', () => encodeURIComponent(id));
}
