import { type Browse, filtersOf, withoutFilters } from './browse.ts';
import { SORT_ID } from './filter-bar.tsx';
import { filterWords } from './words.ts';

const link =
  'flex min-h-11 max-w-full items-center gap-1.5 rounded-full text-sm font-medium transition-colors sm:pointer-fine:min-h-8';

export function ActiveFilters({ browse, hrefOf }: { browse: Browse; hrefOf: (browse: Browse) => string }) {
  const filters = filtersOf(browse);
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Filters in use" className="mb-4 flex flex-wrap gap-2">
      {filters.map(([name, value]) => (
        <li key={name} className="max-w-full">
          <a
            href={hrefOf({ ...browse, [name]: undefined })}
            rel="nofollow"
            onClick={focusSort}
            className={`${link} border border-line bg-panel pr-2.5 pl-3.5 hover:bg-raised`}
          >
            <span className="sr-only">Remove filter </span>
            <span dir="auto" className="truncate">
              {filterWords(name, value)}
            </span>
            <i className="icon-x shrink-0 text-muted" />
          </a>
        </li>
      ))}
      <li>
        <ClearFilters href={hrefOf(withoutFilters(browse))} />
      </li>
    </ul>
  );
}

function ClearFilters({ href }: { href: string }) {
  return (
    <a
      href={href}
      onClick={focusSort}
      className={`${link} px-2 text-muted underline decoration-line underline-offset-4 hover:text-text hover:decoration-current`}
    >
      Clear filters
    </a>
  );
}

/** The followed link disappears with its filter. */
export function focusSort(): void {
  document.getElementById(SORT_ID)?.focus();
}
