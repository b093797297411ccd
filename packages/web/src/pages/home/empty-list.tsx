import { pageHref, type SearchSaid } from '@vesper/contract';
import { SearchX } from 'lucide-react';
import { type Browse, filtersOf, withoutFilters } from '../../ui/filter/browse.ts';
import { KeptFields } from '../../ui/filter/kept-fields.tsx';
import { StateScreen } from '../../ui/state-screen.tsx';

interface EmptyListProps {
  browse: Browse;
  said: SearchSaid | undefined;
}

export function EmptyList({ browse, said }: EmptyListProps) {
  return (
    <StateScreen
      level={2}
      icon={SearchX}
      title="No videos found"
      text={reason(browse, said)}
      action={<WaysOut browse={browse} />}
    />
  );
}

function reason(browse: Browse, said: SearchSaid | undefined): string {
  const isFiltered = filtersOf(browse).length > 0;
  if (said?.onlyExcludes) return 'All your words are excluded by a minus. Add a word to search for.';
  if (!browse.search) return isFiltered ? 'No video matches these filters.' : '';
  return isFiltered
    ? `Nothing matches “${browse.search}” with these filters.`
    : `Nothing matches “${browse.search}”. Try fewer or different words.`;
}

function WaysOut({ browse }: { browse: Browse }) {
  const { search, exact, ...rest } = browse;
  const isFiltered = filtersOf(browse).length > 0;
  if (!search && !isFiltered) return null;
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {isFiltered && (
        <a href={pageHref.home(withoutFilters(browse))} className="button quiet">
          Clear filters
        </a>
      )}
      {exact && (
        <a href={pageHref.home({ ...browse, exact: undefined })} className="button quiet">
          Search for similar words
        </a>
      )}
      {search && (
        <form action={pageHref.home()}>
          <KeptFields browse={rest} except={[]} />
          <button type="submit" className="button quiet">
            Clear search
          </button>
        </form>
      )}
    </div>
  );
}
