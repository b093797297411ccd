import { type Entry, keyOf, LIST_LIMITS, type ListName, type Lists, momentOf } from './lists.ts';

/** Sent unchanged to the database and to other tabs. */
export interface Change {
  list: ListName;
  /** Replaces entries of the same keys. */
  put: Entry[];
  /** Applied before `put`. */
  remove: string[] | 'all';
}

export function putting<Name extends ListName>(list: Name, ...put: Entry<Name>[]): Change {
  return { list, put, remove: [] };
}

export function removing(list: ListName, ...remove: string[]): Change {
  return { list, put: [], remove };
}

export function clearing(list: ListName): Change {
  return { list, put: [], remove: 'all' };
}

/** Unchanged lists stay the same object. */
export function applyChanges(lists: Lists, changes: readonly Change[]): Lists {
  const after: Record<ListName, ReadonlyMap<string, Entry>> = { ...lists };
  for (const { list, put, remove } of changes) {
    const entries = new Map(remove === 'all' ? [] : after[list]);
    if (remove !== 'all') for (const key of remove) entries.delete(key);
    for (const entry of put) entries.set(keyOf(entry), entry);
    after[list] = entries;
  }
  return after as Lists;
}

export function overflow(lists: Lists): Change[] {
  return Object.entries(LIST_LIMITS).flatMap(([name, limit]) => {
    const list = name as ListName;
    const entries: Entry[] = [...lists[list].values()];
    if (entries.length <= limit) return [];
    const oldest = entries.toSorted((a, b) => momentOf(a) - momentOf(b)).slice(0, entries.length - limit);
    return [removing(list, ...oldest.map(keyOf))];
  });
}
