import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Entry, ListName } from '../../library/lists.ts';

export interface Removal {
  list: ListName;
  entry: Entry;
  name: string;
  /** Its index in the list shown. */
  place: number;
}

interface UndoBarProps {
  removal: Removal;
  onUndo: () => Promise<void>;
  onDismiss: () => void;
}

/** No time limit. Takes the focus, lost with the pressed button, and passes it to the entry now in that place. */
export function UndoBar({ removal, onUndo, onDismiss }: UndoBarProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    undo.current?.focus({ preventScroll: true });
  }, []);
  const leave = async (act: () => Promise<void> | void) => {
    await act();
    requestAnimationFrame(() => focusEntry(removal.place));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is only one more way to press its button.
    <div
      onKeyDown={({ key }) => {
        if (key === 'Escape') void leave(onDismiss);
      }}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex max-w-md items-center gap-2 rounded-xl border border-line bg-raised py-1.5 pr-1.5 pl-4 text-sm shadow-lg"
    >
      <p role="status" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">{`Removed “${removal.name}”`}</p>
      <button
        ref={undo}
        type="button"
        onClick={() => void leave(onUndo)}
        className="min-h-11 rounded-lg px-3 font-semibold text-primary-text hover:bg-panel"
      >
        Undo
      </button>
      <button
        type="button"
        aria-label="Close"
        onClick={() => void leave(onDismiss)}
        className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:text-text"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** The remove button there, or the open tab. */
function focusEntry(place: number): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-remove]');
  (buttons[place] ?? buttons[buttons.length - 1] ?? openTab())?.focus({ preventScroll: true });
}

export function openTab(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
}
