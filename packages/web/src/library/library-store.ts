import { useSyncExternalStore } from 'react';
import { showToast } from '../ui/toast-store.ts';
import { putting, removing } from './change.ts';
import type { Decide, LibraryKeeper, LibraryView } from './library-keeper.ts';
import { LIBRARY_KEY, readMark } from './library-mark.ts';
import { EMPTY_LISTS, type Lists, type SavedVideo, snapshotOf, tagKey } from './lists.ts';

interface LibraryState extends LibraryView {
  /** Until the lists have been read they are empty. */
  isRead: boolean;
}

const UNREAD: LibraryState = { lists: EMPTY_LISTS, isKept: true, isRead: false };

let state = UNREAD;
let keeper: Promise<LibraryKeeper> | undefined;
const listeners = new Set<() => void>();

/** `select` must return the same object for the same lists, which are empty until read. */
export function useLibrary<Part>(select: (lists: Lists) => Part): Part {
  return useSyncExternalStore(
    subscribe,
    () => select(state.lists),
    () => select(EMPTY_LISTS),
  );
}

export function useLibraryState(): LibraryState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => UNREAD,
  );
}

/** Reads the lists once. The first call loads the code of the database. */
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

/** Empty, at no cost, if nothing is stored. Rejects if offline. */
export async function currentLists(): Promise<Lists> {
  if (readMark()) await openLists();
  return state.lists;
}

/** Rejects if offline. */
export async function tryToChange(decide: Decide): Promise<void> {
  await (await openLists()).change(decide);
}

/** Shows a toast on failure. */
export async function changeLibrary(decide: Decide): Promise<void> {
  await tryToChange(decide).catch(() => {
    showToast({ title: 'Your library could not be changed', description: 'Check your connection.' });
  });
}

export async function toggleSaved(list: 'favourites' | 'watchLater', video: SavedVideo): Promise<void> {
  const now = Date.now();
  await changeLibrary((lists) =>
    lists[list].has(video.id)
      ? [removing(list, video.id)]
      : [putting(list, { ...snapshotOf(video, now), addedAt: now })],
  );
}

export async function toggleHiddenTag(tag: string): Promise<void> {
  const key = tagKey(tag);
  await changeLibrary(({ hiddenTags }) =>
    hiddenTags.has(key)
      ? [removing('hiddenTags', key)]
      : [putting('hiddenTags', { tag, addedAt: Date.now() })],
  );
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

/** Another tab has started a library, or changed it before this one listened. */
function onStorage({ key }: StorageEvent): void {
  if (key === LIBRARY_KEY && readMark()) openQuietly();
}

/** A page works without its personal parts. */
function openQuietly(): void {
  openLists().catch(() => {});
}
