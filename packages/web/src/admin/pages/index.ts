/// <reference types="vite/types/importMeta.d.ts" />
import { ADMIN_PATTERNS, type AdminPageName } from '@vesper/contract';
import { matchPattern } from '../../shell/match-pattern.ts';
import type { LoadPage, PageLink } from './admin-page.ts';

const NAMES = Object.keys(ADMIN_PATTERNS) as AdminPageName[];

const LINKS = import.meta.glob<PageLink>('./*/page.ts', { eager: true, import: 'default' });
const PAGES = import.meta.glob<Awaited<ReturnType<LoadPage>>>('./*/*-page.tsx');

/** The links of the navigation, by their groups, in the order of the contract; each is also that of its folder's pages. */
export const NAVIGATION = Map.groupBy(
  NAMES.flatMap((name) => {
    const folder = `./${inFiles(name)}/`;
    const link = LINKS[`${folder}page.ts`];
    const pages = NAMES.filter((other) => fileOf(other).startsWith(folder));
    return link ? [{ ...link, pages }] : [];
  }),
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
    const load = PAGES[fileOf(name)];
    if (params && load) return { name, params, load };
  }
  return undefined;
}

/** The file of the page `crawlerRun` is named crawler-run-page.tsx. */
function fileOf(name: AdminPageName): string {
  const file = `/${inFiles(name)}-page.tsx`;
  return Object.keys(PAGES).find((path) => path.endsWith(file)) ?? '';
}

/** `crawlerRun` as names of files have it: `crawler-run`. */
function inFiles(name: AdminPageName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
