import { pageHref } from '@vesper/contract';
import { useAddress } from '../data/address.ts';
import { useDomainConfig } from '../data/client-context.tsx';
import { LibraryLink } from '../library/library-link.tsx';
import { ThemeToggle } from '../theme/theme-toggle.tsx';
import { BrandMark, Logo } from './brand-mark.tsx';

export function SiteHeader() {
  const { config, isLoaded } = useDomainConfig();
  return (
    <header lang="en" className="site-header">
      <div className="wide">
        <a href={pageHref.home()} className="brand -mx-2 min-h-11 min-w-0 rounded-lg px-2 text-base">
          {config.logo ? <Logo logo={config.logo} alt={config.siteName} /> : <BrandMark />}
          {!config.logo && <span className="truncate">{isLoaded ? config.brandName : 'Loading...'}</span>}
        </a>{' '}
        {useAddress().path !== pageHref.home() && <HeaderSearch />}
        <nav aria-label="Site" className="grows-left -mr-2 flex items-center">
          <LibraryLink /> <AdminLink /> <ThemeToggle />
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
      className="icon-button header-link"
    >
      <i className="icon-layout-dashboard" />
      <span className="max-sm:sr-only">Admin</span>
    </a>
  );
}

/** On phones its label is a button: when focused, the field covers the header (app.css). */
function HeaderSearch() {
  return (
    <search className="header-search">
      <form action={pageHref.home()}>
        <label htmlFor="header-search" className="icon-button">
          <i className="icon-search size-5" />
        </label>
        <input
          id="header-search"
          type="search"
          name="search"
          aria-label="Search videos"
          placeholder="Search videos..."
          autoComplete="off"
          enterKeyHint="search"
        />
      </form>
    </search>
  );
}
