import { useSyncExternalStore } from 'react';
import { showToast } from '../ui/toast-store.ts';
import { putting, removing } from './change.ts';
import type { Decide, LibraryKeeper, LibraryView } from './library-keeper.ts';
import { LIBRARY_KEY, readMark } from './library-mark.ts';
import { EMPTY_LISTS, type Lists, type SavedVideo, snapshotOf, tagKey } from './lists.ts';

interface LibraryState extends LibraryView {
  /** Whether the lists have been read; until then they are empty. */
  isRead: boolean;
}

const UNREAD: LibraryState = { lists: EMPTY_LISTS, isKept: true, isRead: false };

let state = UNREAD;
let keeper: Promise<LibraryKeeper> | undefined;
const listeners = new Set<() => void>();

/**
 * A part of the visitor's lists, which are empty on the server and until read. `select` must return the same object for
 * the same lists.
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

/** Reads the lists once. The first call loads the script's database part. */
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

/** The current lists; empty, at no cost, if nothing is stored. Rejects if offline. */
export async function currentLists(): Promise<Lists> {
  if (readMark()) await openLists();
  return state.lists;
}

/** Changes the lists, here, in the database and in other tabs. Rejects if offline. */
export async function tryToChange(decide: Decide): Promise<void> {
  await (await openLists()).change(decide);
}

/** The same for a visitor's click, with a toast on failure. */
export async function changeLibrary(decide: Decide): Promise<void> {
  await tryToChange(decide).catch(() => {
    showToast({ title: 'Your library could not be changed', description: 'Check your connection.' });
  });
}

/** Adds a video to a list, or removes it. */
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
