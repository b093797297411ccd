import { useQueryClient } from '@tanstack/react-query';
import { type AdminPageName, adminHref, pageHref } from '@vesper/contract';
import { LayoutDashboard, LogOut, type LucideIcon, Menu } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../data/address.ts';
import { BrandMark } from '../shell/brand-mark.tsx';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { useAdminMutation } from './data/calls.ts';
import { CHECK_KEY, useRole } from './data/query-client.ts';
import { useDomainConfig } from './data/site-state.ts';
import { mayFollow, NAVIGATION } from './pages/index.ts';

const item = 'icon-button gap-2 text-sm font-medium sm:w-auto sm:px-3';

export function AdminHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const { config, isLoaded } = useDomainConfig();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/92 backdrop-blur-md">
      <div className="wide flex h-14 items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-1">
          {isSignedIn && (
            <button
              type="button"
              aria-label="Pages of the back office"
              popoverTarget={NAV_ID}
              className="icon-button -ml-2 lg:hidden"
            >
              <Menu aria-hidden className="size-5" />
            </button>
          )}
          <a
            href={pageHref.home()}
            className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg px-2 text-base font-bold tracking-tight"
          >
            <BrandMark />
            <span className="truncate">{isLoaded ? config.brandName : 'Loading...'}</span>
          </a>
        </div>
        <nav aria-label="Site" className="-mr-2 flex items-center">
          <a
            href={pageHref.admin()}
            aria-current="page"
            className={`${item} aria-[current]:bg-raised aria-[current]:text-primary-text`}
          >
            <LayoutDashboard aria-hidden className="size-5 sm:size-4" />
            <span className="max-sm:sr-only">Admin</span>
          </a>
          <ThemeToggle />
          {isSignedIn && <LogoutButton />}
        </nav>
      </div>
    </header>
  );
}

function LogoutButton() {
  const cache = useQueryClient();
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.admin.logout(),
    failure: 'Failed to logout',
    onDone: () => {
      cache.clear();
      cache.setQueryData(CHECK_KEY, { isAdmin: false });
      navigate(adminHref('login'));
    },
  });
  return (
    <button
      type="button"
      className={item}
      disabled={isRunning}
      onClick={() => void run()}
      data-tooltip="Log out"
    >
      <LogOut aria-hidden className="size-5 sm:size-4" />
      <span className="max-sm:sr-only">Log out</span>
    </button>
  );
}

const NAV_ID = 'admin-nav';

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
  const role = useRole();
  const groups = [...NAVIGATION].map(
    ([group, links]) => [group, links.filter((link) => mayFollow(role, link))] as const,
  );
  return (
    <nav aria-label="Back office">
      {groups
        .filter(([, links]) => links.length > 0)
        .map(([group, links]) => (
          <div key={group} className="mb-4">
            <h2 className="px-3 pb-1 text-xs font-semibold text-muted">{group}</h2>
            <ul>
              {links.map((link) => (
                <NavItem key={link.label} {...link} current={current} />
              ))}
            </ul>
          </div>
        ))}
    </nav>
  );
}

interface NavItemProps {
  label: string;
  icon: LucideIcon;
  /** The link's target, and the pages below it. */
  pages: readonly AdminPageName[];
  current: AdminPageName | undefined;
}

function NavItem({ label, icon: Icon, pages, current }: NavItemProps) {
  const [first = 'dashboard'] = pages;
  return (
    <li>
      <a
        href={adminHref(first)}
        aria-current={current && pages.includes(current) ? 'page' : undefined}
        className="flex min-h-11 items-center gap-2.5 rounded-lg px-3 text-sm font-medium text-muted hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:text-primary-text lg:min-h-9"
      >
        <Icon aria-hidden className="size-4 shrink-0" />
        {label}
      </a>
    </li>
  );
}
