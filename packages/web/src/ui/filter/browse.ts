import { type BrowseAddress, cutTo, SEARCH_LENGTH } from '@vesper/contract';

/** What narrows a list, in the order in which it is shown. */
export const FILTERS = ['category', 'tag', 'duration', 'quality', 'date'] as const;
export type FilterName = (typeof FILTERS)[number];

/** What a list shows, without the page of it. */
export type Browse = Omit<BrowseAddress, 'page'>;

/**
 * What the address asks of a list. What is empty (a form sends empty fields too; to the call a term of spaces is none)
 * or says the default is left out, so that one list has one place in the cache. A value that no list knows is kept, for the call to refuse
 * with its own sentence.
 */
export function browseOf(search: URLSearchParams): Browse {
  const browse: Browse = {};
  for (const name of ['search', ...FILTERS, 'sort'] as const) {
    const value = search.get(name);
    if (value?.trim()) browse[name] = name === 'search' ? cutTo(SEARCH_LENGTH, value) : value;
  }
  return withoutDefaultSort(browse);
}

/** What the address asks of one category's list, which is not searched. */
export function browseOfCategory(search: URLSearchParams): Browse {
  const { search: _term, category: _category, ...browse } = browseOf(search);
  return withoutDefaultSort(browse);
}

/** Newest first is how every list stands that is not searched. */
function withoutDefaultSort({ sort, ...browse }: Browse): Browse {
  return sort && (sort !== 'newest' || browse.search) ? { ...browse, sort } : browse;
}

/** The filters that are set, with their values. */
export function filtersOf(browse: Browse): [FilterName, string][] {
  return FILTERS.flatMap((name) => (browse[name] ? [[name, browse[name]] as [FilterName, string]] : []));
}

/** The same list without any filter. */
export function withoutFilters({ search, sort }: Browse): Browse {
  return { search, sort };
}
