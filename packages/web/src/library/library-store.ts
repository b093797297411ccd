import { useSyncExternalStore } from 'react';
import { showToast } from '../ui/toast-store.ts';
import type { Decide, LibraryKeeper, LibraryView } from './library-keeper.ts';
import { LIBRARY_KEY, readMark } from './library-mark.ts';
import { EMPTY_LISTS, type Lists } from './lists.ts';

interface LibraryState extends LibraryView {
  /** Whether the lists are those of the visitor, and not just empty until they have been read. */
  isRead: boolean;
}

const UNREAD: LibraryState = { lists: EMPTY_LISTS, isKept: true, isRead: false };

let state = UNREAD;
let keeper: Promise<LibraryKeeper> | undefined;
const listeners = new Set<() => void>();

/**
 * A part of the visitor's lists; of empty ones on the server and until they have been read. `select` has to
 * give the same object for the same lists.
 */
export function useLibrary<Part>(select: (lists: Lists) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(state.lists),
    () => select(EMPTY_LISTS),
  );
}

/** Whether the lists have been read, and whether the browser keeps them. */
export function useLibraryState(): LibraryState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNREAD,
  );
}

/** Reads the lists, if that has not been done yet. The database's part of the script comes with the first call. */
export function openLists(): Promise<LibraryKeeper> {
  keeper ??= import('./library-keeper.ts').then(
    (module) => module.openLibrary(show),
    (error: unknown) => {
      keeper = undefined;
      throw error;
    },
  );
  return keeper;
}

/** The lists as they are now; empty ones, at no cost, where nothing has been kept. Rejects if offline. */
export async function currentLists(): Promise<Lists> {
  if (readMark()) await openLists();
  return state.lists;
}

/** Changes the lists, here, in the database and in other tabs. Rejects if offline. */
export async function tryToChange(decide: Decide): Promise<void> {
  await (await openLists()).change(decide);
}

/** The same for a visitor who has pressed something and is told if nothing comes of it. */
export async function changeLibrary(decide: Decide): Promise<void> {
  await tryToChange(decide).catch(() => {
    showToast({ title: 'Your library could not be changed', description: 'Check your connection.' });
  });
}

function show(view: LibraryView): void {
  state = { ...view, isRead: true };
  document.documentElement.dataset.libraryRead = '';
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  if (readMark()) openQuietly();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** Another tab has begun a library, or changed it before this one listened. */
function onStorage({ key }: StorageEvent): void {
  if (key === LIBRARY_KEY && readMark()) openQuietly();
}

/** A page without its personal things is a page all the same. */
function openQuietly(): void {
  openLists().catch(() => {});
}
