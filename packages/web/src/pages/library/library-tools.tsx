import { Download, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { clearing } from '../../library/change.ts';
import { libraryFile } from '../../library/library-file.ts';
import { changeLibrary, useLibraryState } from '../../library/library-store.ts';
import { LIST_NAMES, type Lists } from '../../library/lists.ts';
import { setPrivateSession, usePrivateSession } from '../../library/private-session.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { ImportButton } from './import-button.tsx';

export function LibraryTools() {
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
          explanation="History with the places where you stopped, favourites, watch later and hidden tags are deleted from this browser, and there is no way back. Your theme and your age confirmation stay."
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
            ? 'On: what you watch in this tab is not recorded. It ends with the tab, or here.'
            : 'While it is on, what you watch in this tab is not recorded.'}
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
