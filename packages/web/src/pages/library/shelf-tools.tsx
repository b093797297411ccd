import { Search } from 'lucide-react';
import { clearing } from '../../library/change.ts';
import type { EntryOrder } from '../../library/find-entries.ts';
import { changeLibrary } from '../../library/library-store.ts';
import type { ListName } from '../../library/lists.ts';
import { countText } from '../../ui/format.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { SHELF_NAMES } from './shelf-names.ts';
import { openTab } from './undo-bar.tsx';

interface ShelfToolsProps {
  list: ListName;
  search: string;
  onSearch: (search: string) => void;
  order: EntryOrder;
  onOrder: (order: EntryOrder) => void;
  found: number;
}

const field =
  'min-h-11 w-full rounded-lg border border-edge bg-panel text-base text-text placeholder:text-muted sm:text-sm';

/** Search, order and 'Clear' of one list. */
export function ShelfTools({ list, search, onSearch, order, onOrder, found }: ShelfToolsProps) {
  const name = SHELF_NAMES[list];
  const clear = () => {
    openTab()?.focus();
    void changeLibrary(() => [clearing(list)]);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label className="relative min-w-0 max-sm:w-full sm:w-72">
        <span className="sr-only">{`Search in ${name}`}</span>
        <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3 size-4 text-muted" />
        <input
          type="search"
          value={search}
          autoComplete="off"
          placeholder={`Search in ${name}`}
          onChange={({ target }) => onSearch(target.value)}
          className={`${field} pr-3 pl-9`}
        />
      </label>
      <label className="max-sm:flex-1">
        <span className="sr-only">Order</span>
        <select
          value={order}
          onChange={({ target }) => onOrder(target.value as EntryOrder)}
          className={`${field} px-3`}
        >
          <option value="newest">Newest first</option>
          <option value="oldest">Oldest first</option>
        </select>
      </label>
      <ConfirmButton
        action="Clear list"
        question={`Clear the list “${name}”?`}
        explanation="All its entries are deleted from this browser, and there is no way back. Your other lists stay."
        onConfirm={clear}
      />
      <p role="status" className="text-sm text-muted tabular-nums max-sm:w-full sm:ml-auto">
        {search.trim() ? countText(found, 'result') : ''}
      </p>
    </div>
  );
}
