import { type BrowseAddress, cutTo, type PageSearch, SEARCH_LENGTH } from '@vesper/contract';

/** In the order shown. */
export const FILTERS = ['category', 'tag', 'duration', 'quality', 'date'] as const;
export type FilterName = (typeof FILTERS)[number];

/** Without the page. */
export type Browse = Omit<BrowseAddress, 'page'>;

/** Without empty parameters and defaults: one cache entry per list. Unknown values stay, for the call's error. */
export function browseOf(search: PageSearch): Browse {
  const browse: Browse = {};
  for (const name of ['search', 'exact', ...FILTERS, 'sort'] as const) {
    const value = search.get(name);
    if (value?.trim()) browse[name] = name === 'search' ? cutTo(SEARCH_LENGTH, value) : value;
  }
  return withoutDefaults(browse);
}

/** A category's list has no search. */
export function browseOfCategory(search: PageSearch): Browse {
  const { search: _term, category: _category, ...browse } = browseOf(search);
  return withoutDefaults(browse);
}

/** Lists are newest first, unless searched; only a search can be exact. */
function withoutDefaults({ sort, exact, ...browse }: Browse): Browse {
  return {
    ...browse,
    ...(exact && browse.search ? { exact } : {}),
    ...(sort && (sort !== 'newest' || browse.search) ? { sort } : {}),
  };
}

export function filtersOf(browse: Browse): [FilterName, string][] {
  return FILTERS.flatMap((name) => (browse[name] ? [[name, browse[name]] as [FilterName, string]] : []));
}

export function withoutFilters({ search, exact, sort }: Browse): Browse {
  return { search, exact, sort };
}
