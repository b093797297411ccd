import { type BrowseAddress, cutTo, type PageSearch, SEARCH_LENGTH } from '@vesper/contract';

/** The filters of a list, in the order shown. */
export const FILTERS = ['category', 'tag', 'duration', 'quality', 'date'] as const;
export type FilterName = (typeof FILTERS)[number];

/** A list's search, order and filters, without the page. */
export type Browse = Omit<BrowseAddress, 'page'>;

/**
 * A list's parameters in the address. Empty ones (forms send them, and terms of spaces) and defaults are left out, so
 * that each list has one cache entry. Unknown values are kept, so that the call's error explains them.
 */
export function browseOf(search: PageSearch): Browse {
  const browse: Browse = {};
  for (const name of ['search', 'exact', ...FILTERS, 'sort'] as const) {
    const value = search.get(name);
    if (value?.trim()) browse[name] = name === 'search' ? cutTo(SEARCH_LENGTH, value) : value;
  }
  return withoutDefaults(browse);
}

/** The same for a category's list, which has no search. */
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

/** The active filters, with their values. */
export function filtersOf(browse: Browse): [FilterName, string][] {
  return FILTERS.flatMap((name) => (browse[name] ? [[name, browse[name]] as [FilterName, string]] : []));
}

/** The same list without filters. */
export function withoutFilters({ search, exact, sort }: Browse): Browse {
  return { search, exact, sort };
}
