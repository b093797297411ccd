/// <reference types="vite/types/importMeta.d.ts" />
import { ADMIN_PATTERNS, type AdminPageName, hasScope, type Rights, type ScopedArea } from '@vesper/contract';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import { matchPattern } from '../../shell/match-pattern.ts';
import type { PageProps } from '../shell/admin-page.tsx';

const NAMES = Object.keys(ADMIN_PATTERNS) as AdminPageName[];

/** What an area's `admin/links.ts` exports: its navigation links, by page name. */
export type PageLinks = Partial<Record<AdminPageName, PageLink>>;

interface PageLink {
  group: 'Overview' | 'Library' | 'Sources and imports' | 'SEO and languages' | 'Site' | 'Access';
  label: string;
  icon: LucideIcon;
  /** Unique; lower numbers come first. A group is placed by its first link. */
  place: number;
  /** The areas that it reads, without which it is useless. */
  needs: readonly (ScopedArea | 'owners')[];
}

type LoadPage = () => Promise<{ default: ComponentType<PageProps> }>;

const PAGES = import.meta.glob<Awaited<ReturnType<LoadPage>>>('../../../../*/admin/*/*-page.tsx');
const LINKS = import.meta.glob<PageLinks>('../../../../*/admin/links.ts', { eager: true, import: 'default' });

/** Navigation links by group; each also covers the other pages in its folder. */
export const NAVIGATION = Map.groupBy(
  Object.values(LINKS)
    .flatMap((links) => Object.entries(links) as [AdminPageName, PageLink][])
    .sort(([, one], [, other]) => one.place - other.place)
    .map(([name, link]) => {
      const folder = fileOf(name).replace(/[^/]*$/, '');
      return { ...link, pages: NAMES.filter((other) => fileOf(other).startsWith(folder)) };
    }),
  ({ group }) => group,
);

export function mayOpen(rights: Rights, page: AdminPageName): boolean {
  const link = [...NAVIGATION.values()].flat().find(({ pages }) => pages.includes(page));
  return !link || mayFollow(rights, link);
}

export function mayFollow(rights: Rights, { needs }: Pick<PageLink, 'needs'>): boolean {
  return needs.every((area) => (area === 'owners' ? rights.isOwner : hasScope(rights, `${area}:read`)));
}

export interface FoundPage {
  name: AdminPageName;
  params: Readonly<Record<string, string>>;
  load: LoadPage;
}

/** The page at an address, if any. */
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

/** `crawlerRun` as in file names: `crawler-run`. */
function inFiles(name: AdminPageName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
