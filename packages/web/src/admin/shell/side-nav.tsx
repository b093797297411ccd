import { type AdminPageName, adminHref } from '@vesper/contract';
import {
  Activity,
  ChartLine,
  Clapperboard,
  Copy,
  Download,
  FileClock,
  Globe,
  KeyRound,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  Radar,
  Rss,
  Scale,
  Settings,
  Tags,
  TextSearch,
  Ticket,
  Users,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAddress } from '../../shell/address.ts';
import { hasPage } from '../pages/index.ts';

export const NAV_ID = 'admin-nav';

interface NavLink {
  page: AdminPageName;
  label: string;
  icon: LucideIcon;
  /** Pages below this one. */
  also?: AdminPageName;
}

const GROUPS: { title: string; links: NavLink[] }[] = [
  {
    title: 'Overview',
    links: [
      { page: 'dashboard', label: 'Dashboard', icon: LayoutDashboard },
      { page: 'charts', label: 'Charts', icon: ChartLine },
    ],
  },
  {
    title: 'Library',
    links: [
      { page: 'videos', label: 'Videos', icon: Clapperboard, also: 'video' },
      { page: 'duplicates', label: 'Duplicates', icon: Copy },
      { page: 'categories', label: 'Categories and tags', icon: Tags },
      { page: 'takedowns', label: 'DMCA requests', icon: Scale, also: 'takedown' },
    ],
  },
  {
    title: 'Intake',
    links: [
      { page: 'sources', label: 'Sources', icon: Rss, also: 'source' },
      { page: 'crawler', label: 'Crawler runs', icon: Radar, also: 'crawlerRun' },
      { page: 'jobs', label: 'Jobs', icon: Download, also: 'job' },
    ],
  },
  {
    title: 'Words',
    links: [
      { page: 'keywords', label: 'Keywords', icon: TextSearch },
      { page: 'languages', label: 'Languages', icon: Languages },
    ],
  },
  {
    title: 'Site',
    links: [
      { page: 'domains', label: 'Domains', icon: Globe, also: 'domain' },
      { page: 'settings', label: 'Settings', icon: Settings },
    ],
  },
  {
    title: 'Access',
    links: [
      { page: 'administrators', label: 'Administrators', icon: Users },
      { page: 'tokens', label: 'Tokens', icon: Ticket },
      { page: 'api', label: 'API', icon: KeyRound },
      { page: 'audit', label: 'Audit log', icon: FileClock },
    ],
  },
];

/** Beside the page on wide screens; on narrow ones an overlay, opened by the button in the header. */
export function SideNav({ current }: { current: AdminPageName | undefined }) {
  const popover = useRef<HTMLDivElement>(null);
  const { path } = useAddress();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes with each new address.
  useEffect(() => popover.current?.hidePopover(), [path]);
  return (
    <>
      <div className="hidden w-56 shrink-0 border-r border-line lg:block">
        <div className="sticky top-14 max-h-[calc(100svh-3.5rem)] overflow-y-auto py-4 pr-2 pl-4">
          <NavGroups current={current} />
        </div>
      </div>
      <div
        ref={popover}
        id={NAV_ID}
        popover="auto"
        className="m-0 h-svh max-h-none w-72 max-w-[85vw] overflow-y-auto border-r border-line bg-ground p-4 text-text backdrop:bg-black/55"
      >
        <NavGroups current={current} />
      </div>
    </>
  );
}

function NavGroups({ current }: { current: AdminPageName | undefined }) {
  return (
    <nav aria-label="Back office">
      {GROUPS.map(({ title, links }) => {
        const present = links.filter(({ page }) => hasPage(page));
        return present.length === 0 ? null : (
          <div key={title} className="mb-4">
            <h2 className="px-3 pb-1 text-xs font-semibold text-muted">{title}</h2>
            <ul>
              {present.map((link) => (
                <NavItem key={link.page} {...link} isCurrent={[link.page, link.also].includes(current)} />
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function NavItem({ page, label, icon: Icon = Activity, isCurrent }: NavLink & { isCurrent: boolean }) {
  return (
    <li>
      <a
        href={adminHref(page)}
        aria-current={isCurrent ? 'page' : undefined}
        className="flex min-h-11 items-center gap-2.5 rounded-lg px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:text-primary-text lg:min-h-9"
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {label}
      </a>
    </li>
  );
}
