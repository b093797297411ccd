import { accessPages } from '@vesper/access/contract';
import { appPages } from '@vesper/app/contract';
import { cataloguePages } from '@vesper/catalogue/contract';
import { discoveryPages } from '@vesper/discovery/contract';
import { intakePages } from '@vesper/intake/contract';
import { libraryPages } from '@vesper/library/contract';
import { noticesPages } from '@vesper/notices/contract';
import { sitePages } from '@vesper/site/contract';
import { upkeepPages } from '@vesper/upkeep/contract';
import { wordsPages } from '@vesper/words/contract';

/** The addresses of the back office, in wouter's notation: for its own router, the server, and what links there. */
export const ADMIN_PATTERNS = {
  ...accessPages,
  ...sitePages,
  ...libraryPages,
  ...intakePages,
  ...wordsPages,
  ...discoveryPages,
  ...upkeepPages,
  ...noticesPages,
  ...cataloguePages,
  ...appPages,
} as const;

export type AdminPageName = keyof typeof ADMIN_PATTERNS;

/** The address of a page; pass `id` if its pattern has one. */
export function adminHref(page: AdminPageName, id = ''): string {
  return ADMIN_PATTERNS[page].replace(':id', () => encodeURIComponent(id));
}
