import { Search, SearchX } from 'lucide-react';
import { useState } from 'react';
import { clearing } from '../../library/change.ts';
import { type EntryOrder, findEntries } from '../../library/find-entries.ts';
import { changeLibrary } from '../../library/library-store.ts';
import type { Entry, ListName } from '../../library/lists.ts';
import { countText } from '../../ui/format.ts';
import { StateScreen } from '../../ui/state-screen.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { openTab } from './undo-bar.tsx';

export const SHELF_NAMES: Record<ListName, string> = {
  history: 'History',
  favourites: 'Favourites',
  watchLater: 'Watch later',
  hiddenTags: 'Hidden tags',
};

export function useShelf<Found extends Entry>(entries: ReadonlyMap<string, Found>) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<EntryOrder>('newest');
  return { search, setSearch, order, setOrder, found: findEntries(entries, search, order) };
}

interface ShelfToolsProps {
  list: ListName;
  shelf: ReturnType<typeof useShelf<Entry>>;
  /** Shown before the search text if nothing is found. */
  nothing: string;
}

const field =
  'min-h-11 w-full rounded-lg border border-edge bg-panel text-base text-text placeholder:text-muted sm:text-sm';

export function ShelfTools({ list, shelf, nothing }: ShelfToolsProps) {
  const { search, setSearch, order, setOrder, found } = shelf;
  const name = SHELF_NAMES[list];
  const clear = () => {
    openTab()?.focus();
    void changeLibrary(() => [clearing(list)]);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <label className="relative min-w-0 max-sm:w-full sm:w-72">
          <span className="sr-only">{`Search in ${name}`}</span>
          <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
          <input
            type="search"
            value={search}
            autoComplete="off"
            placeholder={`Search in ${name}`}
            onChange={({ target }) => setSearch(target.value)}
            className={`${field} pr-3 pl-9`}
          />
        </label>
        <label className="max-sm:flex-1">
          <span className="sr-only">Order</span>
          <select
            value={order}
            onChange={({ target }) => setOrder(target.value as EntryOrder)}
            className={`${field} px-3`}
          >
            <option value="newest">Newest first</option>
            <option value="oldest">Oldest first</option>
          </select>
        </label>
        <ConfirmButton
          action="Clear list"
          question={`Clear the list “${name}”?`}
          explanation="All its entries will be deleted from this browser. This cannot be undone. Your other lists stay."
          onConfirm={clear}
        />
        <p role="status" className="text-sm text-muted tabular-nums max-sm:w-full sm:ml-auto">
          {search.trim() ? countText(found.length, 'result') : ''}
        </p>
      </div>
      {found.length === 0 && (
        <StateScreen level={2} icon={SearchX} title="Nothing found" text={`${nothing} “${search}”.`} />
      )}
    </>
  );
}
