import { pageHref } from '@vesper/contract';
import { LayoutDashboard } from 'lucide-react';
import { useDomainConfig } from '../data/client-context.tsx';
import { LibraryLink } from '../library/library-link.tsx';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { iconButton } from '../ui/control-classes.ts';
import { useAddress } from './address.ts';
import { BrandMark } from './brand-mark.tsx';
import { HeaderSearch } from './header-search.tsx';
import { container } from './layout-classes.ts';

export function SiteHeader() {
  const { config, isLoaded } = useDomainConfig();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground/92 backdrop-blur-md">
      <div className={`${container} flex h-14 items-center justify-between gap-4`}>
        <a
          href={pageHref.home()}
          className="-mx-2 flex min-h-11 min-w-0 items-center gap-2.5 rounded-lg px-2 text-base font-bold tracking-tight"
        >
          <BrandMark />
          <span className="truncate">{isLoaded ? config.brandName : 'Loading...'}</span>
        </a>
        {useAddress().path !== pageHref.home() && <HeaderSearch />}
        <nav aria-label="Site" className="grows-left -mr-2 flex items-center">
          <LibraryLink />
          <AdminLink />
          <ThemeToggle />
        </nav>
      </div>
    </header>
  );
}

function AdminLink() {
  const href = pageHref.admin();
  const isCurrent = useAddress().path.startsWith(href);
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      data-tooltip="Back office"
      className={`${iconButton} gap-2 text-sm font-medium aria-[current]:bg-raised aria-[current]:text-primary-text sm:w-auto sm:px-3`}
    >
      <LayoutDashboard aria-hidden className="size-5 sm:size-4" />
      <span className="max-sm:sr-only">Admin</span>
    </a>
  );
}
