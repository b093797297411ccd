import { useQueryClient } from '@tanstack/react-query';
import { adminHref, pageHref } from '@vesper/contract';
import { LayoutDashboard, LogOut, Menu } from 'lucide-react';
import { navigate } from 'wouter/use-browser-location';
import { BrandMark } from '../shell/brand-mark.tsx';
import { container } from '../shell/layout-classes.ts';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { iconButton } from '../ui/control-classes.ts';
import { useAdminMutation } from './data/calls.ts';
import { CHECK_KEY } from './data/query-client.ts';
import { useDomainConfig } from './data/site-state.ts';
import { NAV_ID } from './side-nav.tsx';

const item = `${iconButton} gap-2 text-sm font-medium sm:w-auto sm:px-3`;

/** The header of every page, with a log-out button when signed in. */
export function AdminHeader({ isSignedIn }: { isSignedIn: boolean }) {
  const { config, isLoaded } = useDomainConfig();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/92 backdrop-blur-md">
      <div className={`${container} flex h-14 items-center justify-between gap-4`}>
        <div className="flex min-w-0 items-center gap-1">
          {isSignedIn && (
            <button
              type="button"
              aria-label="Pages of the back office"
              popoverTarget={NAV_ID}
              className={`${iconButton} -ml-2 lg:hidden`}
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
