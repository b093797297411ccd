import { ADMIN_PATTERNS } from './routes.ts';

export type AdminPageName = keyof typeof ADMIN_PATTERNS;

/** The address of a page; pass `id` if its pattern has one. */
export function adminHref(page: AdminPageName, id = ''): string {
  return ADMIN_PATTERNS[page].replace(':id', () => encodeURIComponent(id));
}
