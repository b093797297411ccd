import { ADMIN_PATTERNS, type AdminPageName } from '@vesper/contract';
import type { ComponentType } from 'react';
import { matchPattern } from '../../shell/match-pattern.ts';
import type { AdminPageProps } from './page-props.ts';

/** A page: its folder has the same name, and its default export is the component. */
type AdminPage = ComponentType<AdminPageProps>;
type Load = () => Promise<{ default: AdminPage }>;

/** One line per page. */
const PAGES: Partial<Record<AdminPageName, Load>> = {
  login: () => import('./login/login-page.tsx'),
  dashboard: () => import('./dashboard/dashboard-page.tsx'),
  charts: () => import('./charts/charts-page.tsx'),
  videos: () => import('./videos/videos-page.tsx'),
  video: () => import('./videos/video-page.tsx'),
  duplicates: () => import('./duplicates/duplicates-page.tsx'),
  takedowns: () => import('./takedowns/takedowns-page.tsx'),
  takedown: () => import('./takedowns/takedown-page.tsx'),
  domains: () => import('./domains/domains-page.tsx'),
  domain: () => import('./domains/domain-page.tsx'),
  sources: () => import('./sources/sources-page.tsx'),
  source: () => import('./sources/source-page.tsx'),
  categories: () => import('./categories/categories-page.tsx'),
  keywords: () => import('./keywords/keywords-page.tsx'),
  languages: () => import('./languages/languages-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  tokens: () => import('./tokens/tokens-page.tsx'),
  api: () => import('./api/api-page.tsx'),
  audit: () => import('./audit/audit-page.tsx'),
  administrators: () => import('./administrators/administrators-page.tsx'),
  jobs: () => import('./jobs/jobs-page.tsx'),
  job: () => import('./jobs/job-page.tsx'),
  crawler: () => import('./crawler/crawler-page.tsx'),
  crawlerRun: () => import('./crawler/crawler-run-page.tsx'),
};

export function hasPage(name: AdminPageName): boolean {
  return name in PAGES;
}

export interface FoundPage {
  name: AdminPageName;
  params: Readonly<Record<string, string>>;
  load: Load;
}

/** The page of an address, if there is one. */
export function findPage(path: string): FoundPage | undefined {
  for (const [name, load] of Object.entries(PAGES) as [AdminPageName, Load][]) {
    const params = matchPattern(ADMIN_PATTERNS[name], path);
    if (params) return { name, params, load };
  }
  return undefined;
}
