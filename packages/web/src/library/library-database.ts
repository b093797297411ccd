import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Change } from './change.ts';
import { type Entry, keyOf, keyProperty, LIST_NAMES, type ListName, type Lists } from './lists.ts';

const DATABASE = 'library';
/** Raise it with every change of the stores, and say in `upgrade` how to come from the one before. */
const VERSION = 1;

interface Schema extends DBSchema {
  history: { key: string; value: Entry<'history'> };
  favourites: { key: string; value: Entry<'favourites'> };
  watchLater: { key: string; value: Entry<'watchLater'> };
  hiddenTags: { key: string; value: Entry<'hiddenTags'> };
}

export type LibraryDatabase = IDBPDatabase<Schema>;

/** Opens the browser's database of this site; rejects where the browser keeps nothing for it. */
export function openDatabase(): Promise<LibraryDatabase> {
  return openDB<Schema>(DATABASE, VERSION, {
    upgrade(database) {
      for (const list of LIST_NAMES) database.createObjectStore(list, { keyPath: keyProperty(list) });
    },
    // A tab with a newer version of the site has to be able to change the stores.
    blocking: (_current, _wanted, event) => (event.target as IDBDatabase).close(),
  });
}

export async function readLists(database: LibraryDatabase): Promise<Lists> {
  const transaction = database.transaction(LIST_NAMES);
  const read = async (list: ListName) => {
    const entries: Entry[] = await transaction.objectStore(list).getAll();
    return [list, new Map(entries.map((entry) => [keyOf(entry), entry]))] as const;
  };
  return Object.fromEntries(await Promise.all(LIST_NAMES.map(read))) as unknown as Lists;
}

/** Writes all changes or none. */
export async function writeChanges(database: LibraryDatabase, changes: readonly Change[]): Promise<void> {
  const transaction = database.transaction(LIST_NAMES, 'readwrite');
  const requests: Promise<unknown>[] = [transaction.done];
  for (const { list, put, remove } of changes) {
    const store = transaction.objectStore(list);
    if (remove === 'all') requests.push(store.clear());
    else for (const key of remove) requests.push(store.delete(key));
    for (const entry of put) requests.push(store.put(entry as never));
  }
  await Promise.all(requests);
}
