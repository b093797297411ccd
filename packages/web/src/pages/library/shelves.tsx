import * as Tabs from 'radix-ui/tabs';
import { useEffect, useState } from 'react';
import { putting } from '../../library/change.ts';
import { changeLibrary, useLibraryState } from '../../library/library-store.ts';
import { keyOf, LIST_NAMES, type ListName } from '../../library/lists.ts';
import { formatCount } from '../../ui/format.ts';
import { LibraryTools } from './library-tools.tsx';
import { SHELF_NAMES } from './shelf-tools.tsx';
import { TagShelf } from './tag-shelf.tsx';
import { openTab, type Removal, UndoBar } from './undo-bar.tsx';
import { VideoShelf } from './video-shelf.tsx';

/** The address's `#` says which tab is open. */
export function Shelves() {
  const { lists, isKept } = useLibraryState();
  const [open, setOpen] = useOpenShelf();
  const [removal, setRemoval] = useState<Removal>();
  const undo = async ({ list, entry }: Removal) => {
    await changeLibrary(() => [putting(list, entry)]);
    setRemoval(undefined);
  };
  return (
    <>
      {!isKept && <MemoryNote />}
      <LibraryTools />
      <Tabs.Root value={open} onValueChange={(name) => setOpen(name as ListName)} className="mt-8">
        <Tabs.List
          aria-label="Your lists"
          className="chips -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
        >
          {LIST_NAMES.map((list) => (
            <Tabs.Trigger key={list} value={list} className={tab}>
              {SHELF_NAMES[list]}{' '}
              <span className="ml-1 text-xs tabular-nums">{formatCount(lists[list].size)}</span>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {LIST_NAMES.map((list) => (
          <Tabs.Content key={list} value={list} tabIndex={-1} className="pt-5 outline-none">
            <h2 className="sr-only">{SHELF_NAMES[list]}</h2>
            {list === 'hiddenTags' ? (
              <TagShelf tags={lists.hiddenTags} onRemove={setRemoval} />
            ) : (
              <VideoShelf list={list} entries={lists[list]} onRemove={setRemoval} />
            )}
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {removal && (
        <UndoBar
          key={`${removal.list} ${keyOf(removal.entry)}`}
          removal={removal}
          onUndo={() => undo(removal)}
          onDismiss={() => setRemoval(undefined)}
        />
      )}
    </>
  );
}

const tab =
  '-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm font-semibold whitespace-nowrap text-muted -outline-offset-2 hover:text-text data-[state=active]:border-primary-text data-[state=active]:text-text';

/** Changing it adds no history entry. */
function useOpenShelf(): [ListName, (name: ListName) => void] {
  const [open, setOpen] = useState(shelfOfAddress);
  useEffect(() => {
    const follow = () => setOpen(shelfOfAddress());
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  // The tab may be off a phone's screen.
  useEffect(() => {
    openTab()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const openAndWrite = (name: ListName) => {
    setOpen(name);
    history.replaceState(history.state, '', `#${name}`);
  };
  return [open, openAndWrite];
}

function shelfOfAddress(): ListName {
  return LIST_NAMES.find((name) => location.hash === `#${name}`) ?? 'history';
}

function MemoryNote() {
  return (
    <p role="status" className="mt-4 max-w-3xl rounded-xl bg-panel p-4 text-sm text-muted">
      Your browser does not store anything for this site at the moment, as in some private windows or when the
      disk is full. What you add now is forgotten when you close or reload the page.
    </p>
  );
}
