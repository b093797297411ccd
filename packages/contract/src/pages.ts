/**
 * The addresses of all pages: patterns in wouter's notation for the router and the server, and builders for
 * everyone who needs a link. No page address is written anywhere else.
 */
export const PAGE_PATTERNS = {
  home: '/',
  video: '/video/:id',
  category: '/category/:slug',
} as const;

export type PageName = keyof typeof PAGE_PATTERNS;

export const pageHref = {
  home: (query: { search?: string; page?: number } = {}) => `/${queryString(query)}`,
  video: (id: string) => `/video/${encodeURIComponent(id)}`,
  category: (slug: string, query: { page?: number } = {}) =>
    `/category/${encodeURIComponent(slug)}${queryString(query)}`,
  admin: () => '/admin',
  terms: () => '/terms',
  privacyPolicy: () => '/privacy-policy',
  dmca: () => '/dmca',
  dmcaSubmit: () => '/dmca/submit',
};

/** `page=1` and empty values are left out, so that each list has one address. */
function queryString(query: { search?: string; page?: number }): string {
  const params = new URLSearchParams();
  if (query.search) params.set('search', query.search);
  if (query.page && query.page > 1) params.set('page', String(query.page));
  const text = params.toString();
  return text ? `?${text}` : '';
}
