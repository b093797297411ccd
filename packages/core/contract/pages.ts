/** In wouter's notation, for router and server. Page addresses appear nowhere else. */
export const PAGE_PATTERNS = {
  home: '/',
  video: '/video/:id',
  category: '/category/:slug',
  legal: '/legal/:page',
  /** The first of the legal pages. */
  legalIndex: '/legal',
  contact: '/contact',
  help: '/help',
  dmca: '/dmca',
  dmcaSubmit: '/dmca/submit',
  report: '/report',
  reportForm: '/report/:slug',
  /** A notice's private page. */
  reportStatus: '/report/status/:token',
  /** Where its sender confirms the email address. */
  reportConfirm: '/report/confirm/:token',
  privacyPolicy: '/privacy-policy',
  terms: '/terms',
  library: '/library',
  /** All keyword pages that search engines may index. */
  keywordIndex: '/topics',
  transparency: '/transparency',
  /** The bare player, for frames on other sites; not a page of the router. */
  embed: '/embed/:id',
  /** Any other two segments, so it must come last. */
  keyword: '/:lang/:slug',
} as const;

export type PageName = keyof typeof PAGE_PATTERNS;

/** Defaults are omitted. */
export interface BrowseAddress {
  search?: string | undefined;
  page?: number | undefined;
  sort?: string | undefined;
  duration?: string | undefined;
  quality?: string | undefined;
  date?: string | undefined;
  category?: string | undefined;
  tag?: string | undefined;
  /** `1`: no spelling correction. */
  exact?: string | undefined;
}

export const pageHref = {
  home: (query: BrowseAddress = {}) => `/${queryString(query)}`,
  video: (id: string) => `/video/${encodeURIComponent(id)}`,
  category: (slug: string, query: BrowseAddress = {}) =>
    `/category/${encodeURIComponent(slug)}${queryString(query)}`,
  keyword: (lang: string, slug: string, query: { page?: number } = {}) =>
    `/${encodeURIComponent(lang)}/${encodeURIComponent(slug)}${queryString(query)}`,
  legal: (page: 'terms' | 'privacy' | 'dmca' | '2257') => `/legal/${page}`,
  contact: () => '/contact',
  help: () => '/help',
  dmca: () => '/dmca',
  /** `reported`: the address the notice is about. */
  dmcaSubmit: (reported?: string) => withReported('/dmca/submit', reported),
  report: (reported?: string) => withReported('/report', reported),
  /** `caseNumber`: the case a counter-notice responds to. */
  reportForm: (slug: string, reported?: string, caseNumber?: string) =>
    slug === 'copyright'
      ? pageHref.dmcaSubmit(reported)
      : withReported(`/report/${encodeURIComponent(slug)}`, reported, caseNumber),
  reportStatus: (token: string) => `/report/status/${encodeURIComponent(token)}`,
  reportConfirm: (token: string) => `/report/confirm/${encodeURIComponent(token)}`,
  privacyPolicy: () => '/privacy-policy',
  terms: () => '/terms',
  library: () => '/library',
  keywordIndex: (query: { page?: number } = {}) => `/topics${queryString(query)}`,
  transparency: () => '/transparency',
  transparencyCsv: () => '/transparency.csv',
  embed: (id: string) => `/embed/${encodeURIComponent(id)}`,
  /** The feed of the list whose page is at `path`. */
  feed: (path: string, format: 'rss' | 'atom') => `${path === '/' ? '' : path}/feed.${format}`,
  oembed: (address: string, format: 'json' | 'xml') =>
    `/oembed?url=${encodeURIComponent(address)}&format=${format}`,
  admin: () => '/admin',
};

function withReported(path: string, reported?: string, caseNumber?: string): string {
  const query = [
    ...(reported ? [`url=${encodeURIComponent(reported)}`] : []),
    ...(caseNumber ? [`case=${encodeURIComponent(caseNumber)}`] : []),
  ];
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** Shown before the age gate: anybody may report, minors above all. Such pages show nothing from the library. */
export function isOpenPage(path: string): boolean {
  return /^\/(report|dmca\/submit)(\/|$)/.test(path);
}

/** For one person: never cached, indexed or sent as a referrer. */
export function isPrivatePage(path: string): boolean {
  // Routes decode escaped letters.
  const plain = path.replace(/%([0-7][0-9a-f])/gi, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return /^\/report\/(status|confirm)\//.test(plain);
}

/** In this order, so that each list has one address. */
const BROWSE_NAMES = ['search', 'exact', 'category', 'tag', 'duration', 'quality', 'date', 'sort'] as const;

/** Read by forms only. */
const FORM_NAMES = ['url', 'case'] as const;

const PAGE_PARAMETERS = [...BROWSE_NAMES, 'page', ...FORM_NAMES] as const;

export interface PageSearch {
  get(name: (typeof PAGE_PARAMETERS)[number]): string | null;
}

/** Keeps only the parameters that pages read, in one order: equal addresses show the same page. */
export function pageAddress(pathAndQuery: string): string {
  const at = pathAndQuery.indexOf('?');
  if (at < 0) return pathAndQuery;
  const given: PageSearch = new URLSearchParams(pathAndQuery.slice(at));
  const read = new URLSearchParams();
  const isForm = isOpenPage(pathAndQuery.slice(0, at));
  for (const name of PAGE_PARAMETERS) {
    const value = isOfForms(name) && !isForm ? null : given.get(name);
    if (value !== null) read.set(name, value);
  }
  return pathAndQuery.slice(0, at) + (read.size > 0 ? `?${read}` : '');
}

function isOfForms(name: (typeof PAGE_PARAMETERS)[number]): boolean {
  return FORM_NAMES.some((one) => one === name);
}

/** Omits `page=1` and empty values. */
function queryString(query: BrowseAddress): string {
  const page = query.page && query.page > 1 ? `page=${query.page}` : '';
  const given = BROWSE_NAMES.filter((name) => query[name]);
  // The common case: a page has dozens of these links.
  if (given.length === 0) return page && `?${page}`;
  const params = new URLSearchParams(given.map((name) => [name, String(query[name])]));
  return `?${params}${page && `&${page}`}`;
}
