/// <reference types="vite/types/importMeta.d.ts" />
import { ADMIN_PATTERNS, type AdminPageName } from '@vesper/contract';
import {
  Activity,
  Ban,
  ChartLine,
  Clapperboard,
  Copy,
  Download,
  Equal,
  FileClock,
  FolderInput,
  Globe,
  Inbox,
  KeyRound,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  MailOpen,
  Radar,
  Rss,
  Scale,
  ScanSearch,
  Settings,
  ShieldBan,
  Tags,
  TextSearch,
  Ticket,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { matchPattern } from '../../shell/match-pattern.ts';
import type { PageProps } from '../shell/admin-page.tsx';

const NAMES = Object.keys(ADMIN_PATTERNS) as AdminPageName[];

const LINKS: Partial<Record<AdminPageName, [group: string, label: string, icon: LucideIcon]>> = {
  dashboard: ['Overview', 'Dashboard', LayoutDashboard],
  charts: ['Overview', 'Charts', ChartLine],
  howItIs: ['Overview', 'How it is', Activity],
  videos: ['Library', 'Videos', Clapperboard],
  duplicates: ['Library', 'Duplicates', Copy],
  categories: ['Library', 'Categories and tags', Tags],
  cases: ['Library', 'Notices', Inbox],
  takedowns: ['Library', 'DMCA requests', Scale],
  mailTexts: ['Library', 'Mail texts', MailOpen],
  blockList: ['Library', 'Block list', Ban],
  sources: ['Intake', 'Sources', Rss],
  crawler: ['Intake', 'Crawler runs', Radar],
  moveIns: ['Intake', 'Moved in', FolderInput],
  jobs: ['Intake', 'Jobs', Download],
  keywords: ['Words', 'Keywords', TextSearch],
  searches: ['Words', 'Searches', ScanSearch],
  synonyms: ['Words', 'Synonyms', Equal],
  languages: ['Words', 'Languages', Languages],
  refusedTerms: ['Words', 'Refused terms', ShieldBan],
  domains: ['Site', 'Domains', Globe],
  searchEngines: ['Site', 'Search engines', ScanSearch],
  settings: ['Site', 'Settings', Settings],
  administrators: ['Access', 'Administrators', Users],
  tokens: ['Access', 'Tokens', Ticket],
  api: ['Access', 'API', KeyRound],
  audit: ['Access', 'Audit log', FileClock],
};

type LoadPage = () => Promise<{ default: ComponentType<PageProps> }>;

const PAGES = import.meta.glob<Awaited<ReturnType<LoadPage>>>('./*/*-page.tsx');

/** The links of the navigation, by their groups, in the order of the contract; each is also that of its folder's pages. */
export const NAVIGATION = Map.groupBy(
  NAMES.flatMap((name) => {
    const [group, label, icon] = LINKS[name] ?? [];
    const pages = NAMES.filter((other) => fileOf(other).startsWith(`./${inFiles(name)}/`));
    return group && label && icon ? [{ group, label, icon, pages }] : [];
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
