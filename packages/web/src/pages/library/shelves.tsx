import { Download, Trash2 } from 'lucide-react';
import * as Tabs from 'radix-ui/tabs';
import { useEffect, useId, useState } from 'react';
import { clearing, putting } from '../../library/change.ts';
import { libraryFile } from '../../library/library-file.ts';
import { changeLibrary, useLibraryState } from '../../library/library-store.ts';
import { keyOf, LIST_NAMES, type ListName, type Lists } from '../../library/lists.ts';
import { setPrivateSession, usePrivateSession } from '../../library/private-session.ts';
import { formatCount } from '../../ui/format.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { ImportButton } from './import-button.tsx';
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
      Your browser is not storing anything for this site, as in some private windows or when the disk is full.
      What you add now will be lost when you close or reload the page.
    </p>
  );
}

function LibraryTools() {
  const { lists } = useLibraryState();
  const wipe = () => changeLibrary(() => LIST_NAMES.map(clearing));
  return (
    <div className="mt-6 grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <PrivateSwitch />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button quiet" onClick={() => download(lists)}>
          <Download aria-hidden className="size-4" />
          Export
        </button>
        <ImportButton />
        <ConfirmButton
          action="Wipe everything"
          question="Wipe your whole library?"
          explanation="Your history with playback positions, favourites, watch later and hidden tags will be deleted from this browser. This cannot be undone. Your theme and age confirmation stay."
          onConfirm={() => void wipe()}
        >
          <Trash2 aria-hidden className="size-4" />
        </ConfirmButton>
      </div>
    </div>
  );
}

function PrivateSwitch() {
  const id = useId();
  const isOn = usePrivateSession();
  return (
    <div className="flex items-center gap-3">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-text`}
        onClick={() => setPrivateSession(!isOn)}
        className="group -ml-1 grid h-11 w-14 shrink-0 place-items-center rounded-lg"
      >
        <span className="flex h-7 w-12 items-center rounded-full border border-edge bg-panel p-0.5 transition-colors group-aria-checked:border-primary-text group-aria-checked:bg-primary-text">
          <span className="size-5 rounded-full bg-edge transition-transform group-aria-checked:translate-x-5.5 group-aria-checked:bg-ground" />
        </span>
      </button>
      <div className="min-w-0 text-sm">
        <p id={`${id}-name`} className="font-semibold">
          Private session
        </p>
        <p id={`${id}-text`} className="text-pretty text-muted">
          {isOn
            ? 'On: nothing you watch in this tab is recorded. Ends when you switch it off or close the tab.'
            : 'While it is on, nothing you watch in this tab is recorded.'}
        </p>
      </div>
    </div>
  );
}

function download(lists: Lists): void {
  const now = new Date();
  const address = URL.createObjectURL(new Blob([libraryFile(lists, now)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `library-${now.toISOString().slice(0, 10)}.json`;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
