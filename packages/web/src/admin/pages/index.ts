/// <reference types="vite/types/importMeta.d.ts" />
import { ADMIN_PATTERNS, type AdminPageName } from '@vesper/contract';
import { matchPattern } from '../../shell/match-pattern.ts';
import type { AdminPage, LoadPage } from './admin-page.ts';

const NAMES = Object.keys(ADMIN_PATTERNS) as AdminPageName[];

const FOLDERS = import.meta.glob<AdminPage>('./*/page.ts', { eager: true, import: 'default' });

/** What each folder says of its pages, in the order of their addresses in the contract. */
const PAGES = NAMES.flatMap((name) =>
  Object.values(FOLDERS).filter(({ load }) => Object.keys(load)[0] === name),
);

const LOADS: AdminPage['load'] = Object.assign({}, ...PAGES.map(({ load }) => load));

/** The links of the navigation, by their groups; each is also that of the pages below it. */
export const NAVIGATION = Map.groupBy(
  PAGES.flatMap(({ link, load }) => (link ? [{ ...link, pages: Object.keys(load) as AdminPageName[] }] : [])),
  ({ group }) => group,
);

export interface FoundPage {
  name: AdminPageName;
  params: Readonly<Record<string, string>>;
  load: LoadPage;
}

/** The page of an address, if there is one. */
export function findPage(path: string): FoundPage | undefined {
  for (const name of NAMES) {
    const params = matchPattern(ADMIN_PATTERNS[name], path);
    const load = LOADS[name];
    if (params && load) return { name, params, load };
  }
  return undefined;
}
