import { EyeOff, SearchX, X } from 'lucide-react';
import { useState } from 'react';
import { removing } from '../../library/change.ts';
import { type EntryOrder, findEntries } from '../../library/find-entries.ts';
import { changeLibrary } from '../../library/library-store.ts';
import { type HiddenTag, keyOf } from '../../library/lists.ts';
import { StateScreen } from '../../ui/state-screen.tsx';
import { HideTagForm } from './hide-tag-form.tsx';
import { ShelfTools } from './shelf-tools.tsx';
import type { Removal } from './undo-bar.tsx';

interface TagShelfProps {
  tags: ReadonlyMap<string, HiddenTag>;
  onRemove: (removal: Removal) => void;
}

/** The hidden tags, and a field to hide another. */
export function TagShelf({ tags, onRemove }: TagShelfProps) {
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<EntryOrder>('newest');
  const found = findEntries(tags, search, order);
  const remove = (entry: HiddenTag, place: number) => {
    void changeLibrary(() => [removing('hiddenTags', keyOf(entry))]);
    onRemove({ list: 'hiddenTags', entry, name: entry.tag, place });
  };
  return (
    <>
      <HideTagForm />
      {tags.size === 0 ? (
        <StateScreen
          level={2}
          icon={EyeOff}
          title="No hidden tags"
          text="Videos that carry a hidden tag are covered wherever you meet them."
        />
      ) : (
        <ShelfTools
          list="hiddenTags"
          search={search}
          onSearch={setSearch}
          order={order}
          onOrder={setOrder}
          found={found.length}
        />
      )}
      {tags.size > 0 && found.length === 0 && (
        <StateScreen
          level={2}
          icon={SearchX}
          title="Nothing found"
          text={`No hidden tag matches “${search}”.`}
        />
      )}
      <ul className="mt-5 flex flex-wrap gap-2">
        {found.map((entry, place) => (
          <li
            key={entry.tag}
            className="flex max-w-full items-center rounded-full border border-line bg-panel pl-4 text-sm font-medium"
          >
            <span dir="auto" className="truncate">
              {entry.tag}
            </span>
            <button
              type="button"
              data-remove
              aria-label={`Stop hiding ${entry.tag}`}
              onClick={() => remove(entry, place)}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
