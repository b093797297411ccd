import { type IDBPDatabase, openDB } from 'idb';
import type { Change } from './change.ts';
import { type Entry, keyOf, LIST_NAMES, type ListName, type Lists, VIDEO_LISTS } from './lists.ts';

const DATABASE = 'library';
/** Increase it when the stores change, and handle the previous version in `upgrade`; 1.0.0 had 2. */
const VERSION = 2;

type Schema = { [List in ListName]: { key: string; value: Entry<List> } };

export type LibraryDatabase = IDBPDatabase<Schema>;

/** Rejects if the browser stores nothing. */
export function openDatabase(): Promise<LibraryDatabase> {
  return openDB<Schema>(DATABASE, VERSION, {
    upgrade(database) {
      for (const list of VIDEO_LISTS) database.createObjectStore(list, { keyPath: 'videoId' });
      database.createObjectStore('hiddenTags');
    },
    // Lets a tab with a newer version of the site change the stores.
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
    // Hidden tags have keys outside their entries, the others inside.
    for (const entry of put)
      requests.push(store.put(entry as never, store.keyPath === null ? keyOf(entry) : undefined));
  }
  // At once: the browser aborts a transaction that it would commit by itself if the page is left before.
  transaction.commit();
  await Promise.all(requests);
}
